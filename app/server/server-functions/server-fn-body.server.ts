/** Body limits in bytes of the server functions that take more than the usual, by the path of their URL. */
export const bodyLimits = new Map<string, number>()
