/**
 * What an application-error page begins with, in every language: people search for it, and tests look for it. Next.js
 * has the same.
 */
export function errorHeadline(side: 'server' | 'client'): string {
  const where = side === 'server' ? 'server logs' : 'browser console'
  return `Application error: a ${side}-side exception has occurred (see the ${where} for more information).`
}
