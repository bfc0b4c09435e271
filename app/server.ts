import { parts } from '#app/parts.server.ts'
import { getRouter } from '#app/router.tsx'
import { createServer } from '#app/server/create-server.ts'
import { SESSIONS } from '#app/sessions/session.ts'

export default createServer({ getRouter, parts, sessions: SESSIONS })
