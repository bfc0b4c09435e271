import { runInNewContext } from 'node:vm'
import { crossSerializeStream } from 'seroval'
import { expect, it } from 'vitest'
import { constantData, constantDataPlugin } from '#fairlead/messages/constant-data.ts'

/** Returns the script that a document has for its data. */
function serialize(data: unknown, plugins: object[]): string {
  let script = ''
  crossSerializeStream(data, {
    plugins: plugins as never,
    onSerialize: (source) => void (script += source),
    scopeId: 'test',
  })
  return script
}

const run = (script: string): unknown => runInNewContext(`$R = { test: [] }; ${script}`)

const MESSAGES = { nav: { home: 'Home' }, list: ['</script><!--', { one: '\u2028"\\' }] }

it.each([
  ['with its plugin', [constantDataPlugin]],
  ['without it', []],
])('serializes constant data to an equal value %s', (_case, plugins) => {
  const script = serialize({ messages: constantData(MESSAGES), other: { nav: 1 } }, plugins)
  expect(script).not.toContain('</script>')
  expect(JSON.parse(JSON.stringify(run(script)))).toEqual({ messages: MESSAGES, other: { nav: 1 } })
})

it('makes the source of constant data once', () => {
  let read = 0
  const data = constantData({
    nested: {
      get text() {
        read += 1
        return 'text'
      },
    },
  })
  serialize(data, [constantDataPlugin])
  serialize(data, [constantDataPlugin])
  expect(read).toBe(1)
})
