import { describe, expect, it } from 'vitest'
import { createMigrationSets } from '#fairlead/database/migration-sets.server.ts'

const up = async () => {}
const modulesOf = (...files: string[]) => Object.fromEntries(files.map((file) => [file, { up }]))

describe('the sets of migrations', () => {
  it('are in the order of their numbers; the folder database is the last set', () => {
    const sets = createMigrationSets(
      modulesOf(
        'app/tides/migrations/001-tides.server.ts',
        'app/database/migrations/002-ports.server.ts',
        'app/database/migrations/001-boats.server.ts',
        'fairlead/sessions/migrations/001-sessions.server.ts',
      ),
    )
    expect(sets.map(({ name, migrations }) => [name, migrations.map(({ file }) => file)])).toEqual([
      ['sessions', ['fairlead/sessions/migrations/001-sessions.server.ts']],
      ['tides', ['app/tides/migrations/001-tides.server.ts']],
      ['database', ['app/database/migrations/001-boats.server.ts', 'app/database/migrations/002-ports.server.ts']],
    ])
  })

  const MIGRATIONS = 'app/database/migrations'
  it.each<[files: string[], fault: string]>([
    [[`${MIGRATIONS}/002-ports.server.ts`], `${MIGRATIONS}/002-ports.server.ts: number 001 is missing before it`],
    [
      [`${MIGRATIONS}/001-boats.server.ts`, `${MIGRATIONS}/003-ports.server.ts`],
      `${MIGRATIONS}/003-ports.server.ts: number 002 is missing before it`,
    ],
    [
      [`${MIGRATIONS}/001-boats.server.ts`, `${MIGRATIONS}/001-ports.server.ts`],
      `${MIGRATIONS}/001-ports.server.ts: has the number of ${MIGRATIONS}/001-boats.server.ts`,
    ],
    [[`${MIGRATIONS}/000-boats.server.ts`], `${MIGRATIONS}/000-boats.server.ts: number 001 is missing before it`],
    ...['1-boats.server.ts', '001-Boats.server.ts', '001.server.ts', '001-boats.ts', 'boats.server.ts'].map(
      (name): [string[], string] => [
        [`${MIGRATIONS}/${name}`],
        `${MIGRATIONS}/${name}: not the name of a migration; allowed: `,
      ],
    ),
  ])('of %j name the file at fault', (files, fault) => {
    expect(() => createMigrationSets(modulesOf(...files))).toThrow(fault)
  })

  it.each<[after: unknown, fault: string]>([
    ['tides/001-tides', 'after is "tides/001-tides"; allowed: such as [\'accounts/001-accounts\']'],
    [['tides'], `comes after tides, which is no migration; allowed: tides/001-tides, database/001-boats`],
    [['database/001-boats'], 'comes after itself; follow after of its migrations'],
  ])('name a file whose after is %j', (after, fault) => {
    const modules = {
      ...modulesOf('app/tides/migrations/001-tides.server.ts'),
      [`${MIGRATIONS}/001-boats.server.ts`]: { up, after },
    }
    expect(() => createMigrationSets(modules)).toThrow(`${MIGRATIONS}/001-boats.server.ts: ${fault}`)
  })

  it('name a file that exports no migration', () => {
    expect(() => createMigrationSets({ [`${MIGRATIONS}/001-boats.server.ts`]: { up: 1 } })).toThrow(
      `${MIGRATIONS}/001-boats.server.ts: exports no migration`,
    )
  })
})
