import type { Part } from '#fairlead/server/part.ts'

/** The removable parts, which register themselves by a file of this name. */
export const parts = Object.values(
  import.meta.glob<Part>(['./*/part.server.ts', './fairlead/*/part.server.ts'], { eager: true, import: 'default' }),
)
