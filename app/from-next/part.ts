import type { Part } from '#fairlead/server/part.ts'

export default {
  commands: { 'from-next': async () => (await import('#app/from-next/command.ts')).runFromNext },
} satisfies Part
