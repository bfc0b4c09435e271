import { runInNewContext } from 'node:vm'
import { crossSerializeStream } from 'seroval'
import { expect, it } from 'vitest'
import { errorSerializationAdapters } from '#fairlead/errors/serialization-adapters.ts'
import { constantData, constantDataPlugin } from '#fairlead/messages/constant-data.ts'
import { serializeState } from '#fairlead/server/render/serialize-state.ts'

const KNOWN = ['$TSS/serverfn', ...errorSerializationAdapters.map(({ key }) => key)]

/** Serializes state as the router does, and returns the script, and whether seroval made it. */
function serialize(state: unknown, adapters: readonly string[] = []) {
  let script = ''
  let isDone = false
  let isSeroval = false
  const plugins = [...KNOWN, ...adapters].map((key) => ({ tag: `$TSR/t/${key}`, test: () => false, parse: {} }))
  const options = {
    plugins: [...plugins, constantDataPlugin] as never,
    scopeId: 'tsr',
    onSerialize: (source: string, isFirst: boolean) => {
      expect(isFirst).toBe(script === '')
      script += source
    },
    onDone: () => void (isDone = true),
  }
  const end = serializeState(
    (...given: Parameters<typeof crossSerializeStream>) => {
      isSeroval = true
      return crossSerializeStream(...given)
    },
    state,
    options,
  )
  expect(isDone).toBe(true)
  end()
  return { script, isSeroval, value: runInNewContext(`$R = { tsr: [] }; (${script})`) as unknown }
}

const item = { id: '1' }
const STATE = {
  manifest: { routes: { __root__: { preloads: ['/a.js'] } } },
  matches: [{ i: 'root', l: { messages: constantData({ home: 'Home' }) } }],
  dehydratedData: { query: { initial: [{ state: { data: { items: [item], text: '</script><!--' } } }] } },
}

it('writes state that is JSON as JSON', () => {
  const { script, isSeroval, value } = serialize(STATE)
  expect(isSeroval).toBe(false)
  expect(script).not.toContain('<')
  expect(JSON.parse(JSON.stringify(value))).toEqual(STATE)
})

it.each<[string, ...Parameters<typeof serialize>]>([
  ['a value is more than JSON', { ...STATE, at: new Date(0) }],
  ['an object occurs twice', { ...STATE, item }],
  ['the application has an adapter of its own', STATE, ['money']],
])('leaves all to seroval when %s', (_case, ...given) => {
  const { isSeroval, value } = serialize(...given)
  expect(isSeroval).toBe(true)
  expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(given[0])))
})
