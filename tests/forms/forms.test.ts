import { describe, expect, it } from 'vitest'
import { createDrafts, DRAFTS } from '#app/forms/drafts.server.ts'
import { backFrom, type Draft, draftOf, readFields } from '#app/forms/fields.ts'

function form(...fields: [name: string, value: string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

const NO_FILE = new File([], '')
const FILE = new File(['x'], 'chart.svg')

describe('the fields of a form', () => {
  it('are what a schema reads: lists where a name is repeated, no file that was not chosen, nothing of the form itself', () => {
    const data = form(['a', '1'], ['b', '1'], ['b', '2'], ['none', NO_FILE], ['file', FILE], ['_back', '/x'])
    expect({ ...readFields(data) }).toEqual({ a: '1', b: ['1', '2'], file: expect.any(File) as File })
  })

  it('cannot reach into prototypes', () => {
    readFields(form(['__proto__', 'x'], ['constructor', 'y']))
    expect(({} as { x?: unknown }).x).toBeUndefined()
    expect(Object.getPrototypeOf(readFields(form(['__proto__', 'x'])))).toBeNull()
  })

  it('come back as they were typed, without files', () => {
    expect(draftOf('berth', form(['a', '1'], ['file', FILE], ['_back', '/x']), { a: 'No.' })).toEqual({
      form: 'berth',
      values: { a: '1' },
      messages: { a: 'No.' },
      files: true,
    })
    expect(draftOf('berth', form(['file', NO_FILE]), {}).files).toBe(false)
  })

  it.each([
    ['/de/lab/forms?a=1', '/de/lab/forms?a=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['lab', '/'],
    ['/..//evil.example', '/'],
    [`/${'x'.repeat(3_000)}`, '/'],
  ])('lead back from %s to %s', (back, to) => {
    expect(backFrom(form(['_back', back]))).toBe(to)
  })
})

it('a form that does not say where it stands comes back to the page that posted it', () => {
  expect(backFrom(form(), '/de/lab?a=1')).toBe('/de/lab?a=1')
  expect(backFrom(form(['_back', '/ja']), '/de')).toBe('/ja')
  expect(backFrom(form(), '//evil.example')).toBe('/')
})

describe('a draft', () => {
  const draft: Draft = { form: 'berth', values: { a: '1' }, messages: {}, files: false }

  it('is kept for ten minutes, and for its visitor alone', () => {
    let now = 0
    const drafts = createDrafts(() => now)
    const id = drafts.keep(draft)
    now = DRAFTS.keptMs - 1
    expect(drafts.tell(id)).toEqual(draft)
    expect(drafts.tell('guessed')).toBeUndefined()
    now = DRAFTS.keptMs
    expect(drafts.tell(id)).toBeUndefined()
  })

  it('of more than 64 kB keeps its messages alone', () => {
    const drafts = createDrafts()
    const large = { ...draft, values: { a: 'x'.repeat(DRAFTS.bytes) }, messages: { a: 'Too long.' }, gone: true }
    expect(drafts.tell(drafts.keep(large))).toEqual({ ...large, values: {} })
    expect(drafts.tell(drafts.keep({ ...draft, result: ['x'.repeat(DRAFTS.bytes)] }))).toEqual({ ...draft, values: {} })
  })

  it('tells once what was answered and that its function is gone, and what was typed as often as it is asked', () => {
    const drafts = createDrafts()
    const id = drafts.keep({ ...draft, gone: true, result: { a: 1 } })
    expect(drafts.tell(id)).toEqual({ ...draft, gone: true, result: { a: 1 } })
    expect(drafts.tell(id)).toEqual(draft)
  })

  it('gives way when there are too many', () => {
    const drafts = createDrafts()
    const first = drafts.keep(draft)
    for (let count = 0; count < DRAFTS.most; count++) drafts.keep(draft)
    expect(drafts.tell(first)).toBeUndefined()
  })
})
