type BuildEnv = { VITE_RELEASE?: string; DEV?: boolean } | undefined

/** The name of this build in reports, the same in the browser and on the server. Set when Vite builds. */
export const release: string = (import.meta.env as BuildEnv)?.VITE_RELEASE ?? 'development'

export const environment: string = (import.meta.env as BuildEnv)?.DEV ? 'development' : 'production'
