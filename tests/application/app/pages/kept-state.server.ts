/**
 * The behaviour of the cached pages in this process, as a test asks for it. Start compiles a module of server functions
 * twice, and each copy would have its own state.
 */
export const keptState = { renders: 0, fails: false, delay: 0 }
