import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PARTS } from '#app/host/commands/parts.ts'

/** Returns the first segments of the addresses that this project has, each with what has it. */
export function ownRoutes(project: string): Map<string, string> {
  const folder = join(project, 'app/routes/{-$locale}')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const found = new Map<string, string>()
  for (const name of names) {
    const segment = name.replace(/\.tsx?$/, '').split('.', 1)[0] ?? ''
    if (segment === 'route' || segment === 'index' || segment === '') continue
    const part = Object.entries(PARTS).find(([, { files }]) => files.includes(`app/routes/{-$locale}/${segment}`))?.[0]
    found.set(
      segment,
      part === undefined
        ? `app/routes/{-$locale}/${name}`
        : `the part ${part}, which npm run remove -- ${part} removes`,
    )
  }
  return found
}
