/** What the browser knows of `app/routing.ts`; made by `app/host/routing-plugin.ts`. */
declare module 'virtual:routing' {
  type Table = (typeof import('#app/routing.ts'))['default']
  export const locales: Table['locales']
  export const defaultLocale: Table['defaultLocale']
}

/** The client files of the build, as Start's compiler lists them. */
declare module 'tanstack-start-manifest:v' {
  type Script = { readonly attrs?: { readonly src?: string } }
  export const tsrStartManifest: () => { readonly routes: Record<string, { readonly scripts?: readonly Script[] }> }
}

/** The server functions of the build. */
declare module '#tanstack-start-server-fn-resolver' {
  export const getServerFnById: (id: string, access: { origin: 'client' }) => Promise<unknown>
}
