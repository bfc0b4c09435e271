import { parts } from '#app/parts.server.ts'
import { getRouter } from '#app/router.tsx'
import { createServer } from 'fairlead/server'
import { SESSIONS } from 'fairlead/sessions'

export default createServer({ getRouter, parts, sessions: SESSIONS })
