import { expect, it, vi } from 'vitest'
import { completeDocument, type RenderPlace } from '#fairlead/server/render/complete-document.server.ts'

/** A document with two parts, as React writes it. */
const part = (name: string) =>
  `<per-visitor data-part="[&quot;${name}&quot;,{&quot;of&quot;:&quot;&lt;&amp;&#x27;&quot;}]" style="x"><p>Wait</p></per-visitor>`
const DOCUMENT = `<html><p>per-visitor</p><${part('one').slice(1)}<b data-part="">a</b>${part('two')}</html>`

async function* inChunks(chunks: readonly string[]) {
  yield* chunks
}

async function complete(chunks: readonly string[], render: RenderPlace): Promise<string> {
  let text = ''
  for await (const sent of completeDocument(inChunks(chunks), render)) text += sent
  return text
}

/** Renders a part as its place, with data in quotes. */
const render: RenderPlace = async (place) => ({
  html: `<i>${(JSON.parse(place) as string[])[0]}</i>`,
  state: '["<\'>"]',
})

const rendered = (name: string) =>
  part(name)
    .replace(' style', ' data-state="[&quot;&lt;&#39;&gt;&quot;]" style')
    .replace('<p>Wait</p>', `<i>${name}</i>`)

it('a document has each part replaced, wherever it is cut', async () => {
  const expected = DOCUMENT.replace(part('one'), rendered('one')).replace(part('two'), rendered('two'))
  for (let cut = 0; cut <= DOCUMENT.length; cut++) {
    expect(await complete([DOCUMENT.slice(0, cut), DOCUMENT.slice(cut)], render)).toBe(expected)
  }
  expect(await complete(DOCUMENT.split(''), render)).toBe(expected)
})

it('a document gives the name of a part and its props', async () => {
  const places: unknown[] = []
  await complete([DOCUMENT], (place) => {
    places.push(JSON.parse(place))
    return Promise.resolve(undefined)
  })
  expect(places).toEqual([
    ['one', { of: `<&'"`.slice(0, 3) }],
    ['two', { of: `<&'"`.slice(0, 3) }],
  ])
})

it('a document sends what precedes a part before the part is rendered', async () => {
  const texts = completeDocument(inChunks([DOCUMENT]), () => new Promise(() => {}))
  expect((await texts.next()).value).toBe('<html><p>per-visitor</p>')
})

it('a document keeps the fallback of a part that fails, and of one that is late, whose data follow behind the document', async () => {
  vi.useFakeTimers()
  const late = (place: string) =>
    place.includes('one')
      ? Promise.resolve(undefined)
      : new Promise<undefined>((resolve) => setTimeout(resolve, 500)).then(() => render(place))
  const completed = complete([DOCUMENT], late)
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  const [, place = ''] = /data-part="([^"]*)"/.exec(part('two')) ?? []
  expect(await completed).toBe(
    `${DOCUMENT}<template data-part="${place}" data-state="[&quot;&lt;&#39;&gt;&quot;]"></template>`,
  )
})

it.each(['', 'text', '<per-visitor', '<per-visitor data-part="', part('one').slice(0, -1)])(
  'a document with %j is sent unchanged',
  async (text) => {
    expect(await complete(text.split(''), render)).toBe(text)
  },
)
