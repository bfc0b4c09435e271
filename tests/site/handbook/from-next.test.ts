import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as code from '#app/host/commands/from-next/code-mappings.ts'
import * as files from '#app/host/commands/from-next/file-mappings.ts'
import { hasAllParts } from '#tests/site/handbook/mentions.ts'
import { root } from '#tests/harness/project-files.ts'

const { OTHER_MAPPINGS, ...maps } = { ...code, ...files }
const sections = [...Object.values(maps).flatMap((map) => [...map.values()]), ...Object.values(OTHER_MAPPINGS)].map(
  ({ section }) => section,
)

describe.runIf(hasAllParts)('the report of from-next', () => {
  it.each([...new Set(sections)])('leads to a section that exists: %s', (section) => {
    const [page, anchor] = section.split('#')
    const text = readFileSync(join(root, `app/handbook/content/en/${page}.md`), 'utf8')
    expect(anchor === undefined || text.includes(`{#${anchor}}`)).toBe(true)
  })
})
