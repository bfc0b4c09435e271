import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PATCHES } from '#fairlead/host/upstream/patches.ts'
import { editText, installedVersion, unfitness } from '#fairlead/host/upstream/replace-or-fail.ts'
import { root } from '#tests/harness/project-files.ts'

/** Patches of packages in the version that they were written for. One of another version may be left out. */
const current = PATCHES.filter((patch) => installedVersion(patch.package) === patch.version)

describe.each(current.map((patch) => [`${patch.file} of ${patch.package}`, patch] as const))('%s', (_, patch) => {
  it('fits the version that it was written for', () => {
    expect(unfitness(patch)).toBeUndefined()
  })

  it('keeps the lines of each module', () => {
    for (const module of patch.modules) {
      const before = readFileSync(join(root, 'node_modules', patch.package, module.path), 'utf8')
      const edited = editText(before, module)
      const lines = 'text' in edited ? edited.text.split('\n') : []
      expect(lines, module.path).toHaveLength(before.split('\n').length)
    }
  })
})
