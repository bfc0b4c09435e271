import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PARTS } from '#app/host/commands/parts.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const files = projectFiles()
const isWhole = Object.keys(PARTS).every((part) => files.some((path) => path.startsWith(`app/${part}/`)))

/** Returns a pattern once for each of the alternatives in its braces. Those around `-$locale` are part of a name. */
function alternatives(pattern: string): string[] {
  const [braces, list] = /\{([^{}$]+)\}/.exec(pattern) ?? []
  if (braces === undefined || list === undefined) return [pattern]
  return list.split(',').flatMap((one) => alternatives(pattern.replace(braces, one)))
}

const patterns = Object.entries(PARTS).flatMap(([part, { files: own }]) =>
  own.flatMap(alternatives).map((pattern) => [part, pattern] as const),
)

// A part that is removed takes files of others with it.
describe.runIf(isWhole)('what npm run remove deletes', () => {
  it.each(patterns)('with %s, %s, is there', (_, pattern) => {
    expect(globSync(pattern.replace('{-$locale}', '[{]-$locale[}]'), { cwd: root })).not.toEqual([])
  })
})
