import { cookieName } from '#app/sessions/own-session.server.ts'
import { guardDesk, isDeskPath, SESSION } from '#app/report-desk/auth.server.ts'
import part from '#app/report-desk/part.ts'
import type { Part } from '#app/server/part.ts'

export default {
  ...part,
  isGuarded: isDeskPath,
  sessionCookie: cookieName(SESSION.cookie),
  guard: guardDesk,
} satisfies Part
