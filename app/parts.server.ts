import type { Part } from '#app/server/part.ts'

/** The removable parts, which register themselves by a file of this name. */
export const parts = Object.values(import.meta.glob<Part>('./*/part.server.ts', { eager: true, import: 'default' }))
