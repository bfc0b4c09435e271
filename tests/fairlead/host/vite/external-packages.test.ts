import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  bundledPackages,
  copyPackages,
  type Lock,
  packagesWithStyles,
  pathsToCopy,
  readLock,
} from '#fairlead/host/vite/external-packages.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const LOCK: Lock = {
  '': { dependencies: { native: '1', widget: '1' } },
  'node_modules/react': { dependencies: { scheduler: '1' } },
  'node_modules/scheduler': {},
  // Reaches React by another package.
  'node_modules/widget': { dependencies: { base: '1', shared: '2', plain: '1' } },
  'node_modules/base': { peerDependencies: { react: '19' } },
  'node_modules/widget/node_modules/shared': { dependencies: { below: '1' } },
  'node_modules/shared': {},
  'node_modules/below': {},
  'node_modules/plain': {},
  'node_modules/native': {
    dependencies: { helper: '2', '@scope/one': '1' },
    optionalDependencies: { 'native-linux': '1', absent: '1' },
    peerDependencies: { tool: '1' },
  },
  'node_modules/native/node_modules/helper': { dependencies: { plain: '1' } },
  'node_modules/helper': {},
  'node_modules/@scope/one': { dependencies: { native: '1' } },
  'node_modules/native-linux': {},
  'node_modules/tool': { dev: true },
}

describe('the packages of the server', () => {
  it('are bundled if they need the one React, are of the shell, or are not installed where it runs', () => {
    // The nested version of `shared` is not found from a bundle, so it is in it; `below` is.
    expect(bundledPackages(LOCK).toSorted()).toEqual(['base', 'react', 'scheduler', 'shared', 'tool', 'widget'])
  })

  it('that are not bundled are copied with all that they import, nested ones with the one around them', () => {
    expect(pathsToCopy(LOCK, ['native/deep/file.js', '@scope/one', 'plain']).toSorted()).toEqual([
      'node_modules/@scope/one',
      'node_modules/native',
      'node_modules/native-linux',
      'node_modules/plain',
    ])
  })

  it('are copied as they are installed: without optional ones of other machines', () => {
    const server = temporaryFolder()
    copyPackages(readLock(), ['@parcel/watcher'], server)
    const [own = '', ...others] = readdirSync(join(server, 'node_modules/@parcel')).toSorted()
    expect([own, ...others.map((name) => name.includes(process.platform))]).toEqual(['watcher', true])
    expect(existsSync(join(server, 'node_modules/picomatch/package.json'))).toBe(true)
  })

  it('that are style sheets are bundled, so that @import finds them', () => {
    const folder = temporaryFolder()
    writeFiles(folder, {
      'node_modules/sheet/package.json': '{ "style": "a.css" }',
      'node_modules/tailwindcss/package.json': '{ "exports": { ".": { "style": "./a.css" } } }',
      'node_modules/code/package.json': '{}',
    })
    const lock = { '': { dependencies: { sheet: '1', code: '1', absent: '1' }, devDependencies: { tailwindcss: '4' } } }
    expect(packagesWithStyles(lock, folder)).toEqual(['sheet', 'tailwindcss'])
  })

  it('are unknown without the lock file of npm, which the error names', () => {
    expect(() => readLock(temporaryFolder())).toThrow('package-lock.json is missing')
  })

  it('of this project are bundled with all that they import', () => {
    const bundled = bundledPackages(readLock())
    expect(bundled).toEqual(expect.arrayContaining(['react-dom', 'pg', 'pg-types', 'kysely', 'seroval', 'pino']))
    expect(bundled).not.toContain('vinxi')
  })
})
