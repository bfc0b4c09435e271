import { cookieName } from '#app/sessions/sessions.server.ts'
import { guardDesk, SESSION } from '#app/report-desk/auth.server.ts'
import { readDeliverySummary } from '#app/error-reports/store/delivery-queue.server.ts'
import { requireReports } from '#app/report-desk/require-reports.server.ts'
import part from '#app/report-desk/part.ts'
import type { Part } from '#app/server/part.ts'

export default {
  ...part,
  sessionCookie: cookieName(SESSION.cookie),
  guard: guardDesk,
  async queueLengths() {
    const reports = await requireReports()
    return { reports: (await readDeliverySummary(reports.store(), 1, Date.now())).waiting }
  },
} satisfies Part
