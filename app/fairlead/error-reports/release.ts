type BuildEnv = { VITE_RELEASE?: string; DEV?: boolean } | undefined

/** The name of this build in reports, in the browser and on the server. Vite sets it in a build. */
export const release: string = (import.meta.env as BuildEnv)?.VITE_RELEASE ?? 'development'

export const environment: string = (import.meta.env as BuildEnv)?.DEV ? 'development' : 'production'
