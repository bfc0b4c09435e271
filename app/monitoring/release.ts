/** What this build calls itself in reports: the same in the browser and on the server. Set when Vite builds. */
export const release: string = (import.meta.env as { VITE_RELEASE?: string } | undefined)?.VITE_RELEASE ?? 'development'
