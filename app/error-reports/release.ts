type BuildEnv = { VITE_RELEASE?: string; DEV?: boolean } | undefined

/** What this build calls itself in reports: the same in the browser and on the server. Set when Vite builds. */
export const release: string = (import.meta.env as BuildEnv)?.VITE_RELEASE ?? 'development'

/** Where it runs, as reports say it. */
export const environment: string = (import.meta.env as BuildEnv)?.DEV ? 'development' : 'production'
