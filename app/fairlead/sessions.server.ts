// Sessions and passwords on the server.

export {
  currentSession,
  endSession,
  endSessionsOf,
  forgetSessionState,
  markPersonal,
  setSessionData,
  startSession,
} from '#fairlead/sessions/current-session.server.ts'
export { hashPassword, verifyPassword } from '#fairlead/sessions/password.server.ts'
export { limitSignIn } from '#fairlead/sessions/sign-in-limit.server.ts'
export { readOwnSession } from '#fairlead/sessions/sessions.server.ts'
