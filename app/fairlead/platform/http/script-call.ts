/** Header that Start's script sends with each call of a server function; forms without JavaScript lack it. */
export const SCRIPT_CALL_HEADER = 'x-tsr-serverfn'

/** True for a call of a server function by Start's script, which reads the response as data. */
export const isScriptCall = (headers: Headers): boolean => headers.get(SCRIPT_CALL_HEADER) === 'true'
