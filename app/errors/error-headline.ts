/**
 * Returns the headline of the application-error page. It is the same in every language, so that it can be searched for;
 * it is that of Next.js.
 */
export function errorHeadline(side: 'server' | 'client'): string {
  const source = side === 'server' ? 'server logs' : 'browser console'
  return `Application error: a ${side}-side exception has occurred (see the ${source} for more information).`
}
