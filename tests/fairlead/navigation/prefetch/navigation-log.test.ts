import { describe, expect, it } from 'vitest'
import texts from '#fairlead/messages/en/inspector.json' with { type: 'json' }
import { describeWaits } from '#fairlead/navigation/prefetch/describe-waits.ts'
import { createNavigationLog } from '#fairlead/navigation/prefetch/navigation-log.ts'

type Log = ReturnType<typeof createNavigationLog>

/** A log whose pages are painted when told. */
function logOf(act: (log: Log, paint: () => void) => void) {
  const painted: (() => void)[] = []
  const log = createNavigationLog((run) => painted.push(run))
  act(log, () => painted.splice(0).forEach((run) => run()))
  const [record] = log.list()
  return { record, said: describeWaits(record?.waits ?? [], (what) => texts.waits[what]) }
}

describe('the log says that a navigation waited for', () => {
  it.each<[string, (log: Log, paint: () => void) => void]>([
    ['nothing', (log) => [log.begin('/a', 'fresh'), log.end()]],
    [
      'code, data of ["a"]',
      (log) => [log.begin('/a', 'absent'), log.waitFor({ for: 'code' }), log.countQuery('fetch', '["a"]'), log.end()],
    ],
    [
      'data of ["a"]',
      (log) => [log.begin('/a', 'absent'), log.fetchForComponent('["a"]'), log.countQuery('fetch', '["a"]'), log.end()],
    ],
    ['data of ["late"]', (log) => [log.begin('/a', 'fresh'), log.end(), log.fetchForComponent('["late"]')]],
    ['nothing', (log, paint) => [log.begin('/a', 'fresh'), log.end(), paint(), log.fetchForComponent('["poll"]')]],
    ['the response of /call', (log) => [log.begin('/a', 'absent'), log.receive('/call'), log.end()]],
    [
      'data of ["a"]',
      (log) => [log.begin('/a', 'joined'), log.receive('/call', { target: '/a', queryHash: '["a"]' }), log.end()],
    ],
    [
      'nothing',
      (log) => [log.begin('/a', 'fresh'), log.receive('/call', { target: '/b', queryHash: '["b"]' }), log.end()],
    ],
    ['nothing', (log) => [log.receive('/call'), log.begin('/a', 'fresh'), log.end(), log.receive('/call')]],
    [
      'data of ["a"]',
      (log) => [log.begin('/a', 'absent'), log.countQuery('fetch', '["a"]'), log.receive('/call'), log.end()],
    ],
    [
      'nothing',
      (log) => [log.begin('/a', 'stale'), log.countQuery('refresh', '["a"]'), log.receive('/call'), log.end()],
    ],
    [
      'data of ["a"], a redirect to /b',
      (log) => [
        log.begin('/a', 'absent'),
        log.countQuery('fetch', '["a"]'),
        log.redirect(),
        log.begin('/b', 'fresh'),
        log.end(),
      ],
    ],
    ['nothing', (log) => [log.begin('/a', 'fresh'), log.redirect(), log.begin('/b', 'fresh'), log.end()]],
    [
      'nothing',
      (log) => [log.begin('/a', 'absent'), log.countQuery('fetch', '["a"]'), log.begin('/b', 'fresh'), log.end()],
    ],
  ])('%s', (said, act) => {
    expect(logOf(act).said).toBe(said)
  })

  it('names between marks where a language is written from right to left', () => {
    const waits = [{ for: 'code' }, { for: 'redirect', name: '/b' }] as const
    expect(
      describeWaits(
        waits,
        (what) => what,
        (name) => `<${name}>`,
      ),
    ).toBe('code, redirect </b>')
  })
})

it('a redirect needs no code of the page that it leaves', () => {
  const redirected = (act: (log: Log) => void) =>
    logOf((log) => {
      log.begin('/a', 'absent')
      log.waitFor({ for: 'code' })
      act(log)
      log.redirect()
      log.begin('/b', 'fresh')
      log.end()
    }).said
  expect(redirected(() => {})).toBe('nothing')
  expect(redirected((log) => log.receive('/call'))).toBe('the response of /call, a redirect to /b')
})

it('a redirect keeps the promise of the page that the link named', () => {
  const { record } = logOf((log) => {
    log.begin('/a', 'absent', true)
    log.countQuery('fetch', '["a"]')
    log.redirect()
    log.begin('/b', 'fresh')
    log.end()
  })
  expect(record).toMatchObject({ target: '/b', isInstant: true })
})
