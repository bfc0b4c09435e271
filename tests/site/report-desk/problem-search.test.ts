import { describe, expect, it } from 'vitest'
import { deleteProblems } from '#fairlead/error-reports/store/problems.server.ts'
import { ENGINES } from '#tests/harness/test-database.ts'
import { withStore } from '#tests/fairlead/error-reports/store/with-store.ts'
import { envelope, LOCAL_DSN, randomId } from '#tests/fairlead/error-reports/envelopes.ts'

describe.each(ENGINES)('the search on %s', (dialect) => {
  const { accept, current, insert, list, messages } = withStore(dialect)

  it('finds a problem by the contents of its events and of its feedback', async () => {
    const id = randomId()
    const thrown = (value: string) => ({ type: 'Error', value })
    const frames = [{ function: 'readTideTable', filename: '/_build/harbour-a1b2.js' }]
    await accept([{ value: 'one' }, { value: 'two' }])
    await accept([
      {
        id,
        more: {
          exception: { values: [thrown('the anchor dragged'), { ...thrown('three'), stacktrace: { frames } }] },
          breadcrumbs: [{ category: 'ui.click', message: 'Cast off 埠頭へ' }, { data: { to: '/lab/moorings' } }],
          tags: { digest: 'K7QX2M9RTB', where: 'caught' },
        },
      },
    ])
    const said = { event_id: id, comments: 'It smelled of kelp' }
    await insert([envelope({ dsn: LOCAL_DSN }, [{ type: 'user_report' }, said])])
    for (const q of 'anchor,tidetable,readt,harbour,CAST,頭,moor,kelp,anchor kelp,lab/moor'.split(',')) {
      expect(await messages({ q }), q).toEqual(['three'])
    }
    for (const q of ['hree', 'RROR', 'Thre']) expect(await messages({ q }), q).toContain('three')
    for (const q of ['chor', 'anchor two', '%', 'threeError', 'K7QX2M9RTB'.slice(1)]) {
      expect(await messages({ q }), q).toEqual([])
    }
    await deleteProblems(current(), [(await list({ q: 'kelp' })).problems[0]?.fingerprint ?? ''])
    expect((await current().db.selectFrom('words').select('fingerprint').distinct().execute()).length).toBe(2)
  })
})
