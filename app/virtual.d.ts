/** What the browser knows of `app/routing.ts`; made by `app/host/routing-plugin.ts`. */
declare module 'virtual:routing' {
  type Table = (typeof import('#app/routing.ts'))['default']
  export const locales: Table['locales']
  export const defaultLocale: Table['defaultLocale']
}
