// The report desk as a part, for `app/server.ts`.

import { cookieName } from '#fairlead/sessions/sessions.server.ts'
import { guardDesk, SESSION } from '#fairlead/report-desk/auth.server.ts'
import { readDeliverySummary } from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { requireReports } from '#fairlead/report-desk/require-reports.server.ts'
import part from '#fairlead/report-desk/part.ts'
import type { Part } from '#fairlead/server/part.ts'

/** The desk as a part for `createServer`: what requests need of it. */
export default {
  ...part,
  sessionCookie: cookieName(SESSION.cookie),
  guard: guardDesk,
  async queueLengths() {
    const reports = await requireReports()
    return { reports: (await readDeliverySummary(reports.database(), 1, Date.now())).waiting }
  },
} satisfies Part
