import { parts } from '#app/parts.server.ts'
import { getRouter } from '#app/router.tsx'
import { createServer } from '#fairlead/server/create-server.ts'
import { SESSIONS } from '#fairlead/sessions/session.ts'

export default createServer({ getRouter, parts, sessions: SESSIONS })
