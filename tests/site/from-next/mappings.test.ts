import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as mappings from '#app/from-next/mappings.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const maps = Object.values(mappings).filter((value): value is Map<string, mappings.Mapping> => value instanceof Map)
const sections = [...maps.flatMap((map) => [...map.values()]), ...Object.values(mappings.OTHER)].map(
  ({ section }) => section,
)

const handbook = projectFiles().filter((path) => path.endsWith('.md') && path.includes('/content/en/'))

// A clone may have removed the handbook.
describe.runIf(handbook.length > 0)('the report of from-next', () => {
  it.each([...new Set(sections)])('leads to a section that exists: %s', (section) => {
    const [page, anchor] = section.split('#')
    const file = handbook.find((path) => path.endsWith(`/${page}.md`))
    expect(file).toBeDefined()
    const text = readFileSync(join(root, file ?? ''), 'utf8')
    expect(anchor === undefined || text.includes(`{#${anchor}}`)).toBe(true)
  })
})
