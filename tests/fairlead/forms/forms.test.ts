import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createDraftStore, DRAFTS, flashDraft } from '#fairlead/forms/draft-store.server.ts'
import {
  createDraft,
  type Draft,
  formAction,
  formNameOf,
  getReturnTo,
  readFields,
  storedFields,
} from '#fairlead/forms/form-fields.ts'
import { describeFields, type FieldDefinition } from '#fairlead/forms/field-schemas.ts'
import { isSecretName, secret } from '#fairlead/forms/secret.ts'
import { isSecretField } from '#fairlead/navigation/loading/form-snapshot.ts'

function form(...fields: [name: string, value: string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

const secretsOf = (schema: v.GenericSchema) =>
  [...describeFields(schema)].flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))

const NO_FILE = new File([], '')
const FILE = new File(['x'], 'chart.svg')

describe('the fields of a form', () => {
  it('are parsed: repeated names as lists, without empty files and internal fields', () => {
    const data = form(['a', '1'], ['b', '1'], ['b', '2'], ['none', NO_FILE], ['file', FILE], ['_back', '/x'])
    expect({ ...readFields(data, new Map()) }).toEqual({ a: '1', b: ['1', '2'], file: expect.any(File) as File })
  })

  it('are lists where the schema is one, of one value as well', () => {
    const schema = v.object({ a: v.optional(v.pipe(v.array(v.string()), v.maxLength(3))), b: v.string() })
    const fields = describeFields(schema)
    expect([...fields].map(([name, { isList }]) => [name, isList])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect({ ...readFields(form(['a', '1'], ['b', '2']), fields) }).toEqual({ a: ['1'], b: '2' })
  })

  it('cannot reach into prototypes', () => {
    readFields(form(['__proto__', 'x'], ['constructor', 'y']), new Map())
    expect(({} as { x?: unknown }).x).toBeUndefined()
    expect(Object.getPrototypeOf(readFields(form(['__proto__', 'x']), new Map()))).toBeNull()
  })

  it('are stored in drafts as they were typed, without files', () => {
    const all = () => true
    const typed = form(['a', '1'], ['a', '2'], ['b', '3'], ['file', FILE], ['_back', '/x?a=1'])
    expect(createDraft('berth', '/x?a=1', typed, { a: 'No.' }, all)).toEqual({
      form: 'berth',
      path: '/x',
      values: { a: ['1', '2'], b: '3' },
      messages: { a: 'No.' },
      files: true,
    })
    expect(createDraft('berth', '/', form(['file', NO_FILE]), {}, all).files).toBe(false)
  })

  it.each([
    ['/de/lab/forms?a=1', '/de/lab/forms?a=1'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['lab', '/'],
    ['/.//evil.example', '/'],
    ['/a/..//evil.example', '/'],
    [`/${'x'.repeat(3_000)}`, '/'],
  ])('lead back from %s to %s', (back, to) => {
    expect(getReturnTo(form(['_back', back]))).toBe(to)
  })
})

it('a form without a return path returns to the page that posted it', () => {
  expect(getReturnTo(form(), '/de/lab?a=1')).toBe('/de/lab?a=1')
  expect(getReturnTo(form(['_back', '/ja']), '/de')).toBe('/ja')
  expect(getReturnTo(form(), '//evil.example')).toBe('/')
})

describe('a secret field', () => {
  it.each([
    'user[password]',
    'passphrase',
    'pin',
    'cardPin',
    'otp',
    'cvc',
    'cc-number',
    'cardNumber',
    'one-time-code',
    'oneTimeCode',
    'client_secret',
    'PWD',
  ])('is known by the name %s', (name) => expect(isSecretName(name)).toBe(true))

  it.each(['place', 'opinion', 'shipping', 'account', 'laptop', 'discard', 'postcode', 'distance', 'passenger'])(
    'is not %s',
    (name) => expect(isSecretName(name)).toBe(false),
  )

  it.each([
    ['password', '', true],
    ['text', 'current-password', true],
    ['text', 'section-a new-password', true],
    ['text', 'one-time-code', true],
    ['tel', 'billing cc-csc', true],
    ['text', 'street-address', false],
    ['text', 'on', false],
  ])('is an input of type %s with autocomplete %j: %s', (type, autocomplete, is) => {
    expect(isSecretField({ type, autocomplete })).toBe(is)
  })

  it('is declared in the schema, however it is wrapped', () => {
    const schema = v.pipe(
      v.object({
        a: secret(v.string()),
        b: v.optional(secret(v.pipe(v.string(), v.minLength(8)))),
        c: v.pipe(secret(v.string()), v.trim()),
        d: v.array(secret(v.string())),
        e: v.picklist(['x']),
      }),
      v.check(() => true),
    )
    expect(secretsOf(schema)).toEqual(['a', 'b', 'c', 'd'])
    expect(
      secretsOf(v.union([v.object({ a: secret(v.string()) }), v.object({ a: v.string(), f: v.string() })])),
    ).toEqual(['a'])
  })

  it('is one that the form does not list, that its schema declares, or that is known by its name', () => {
    const kept = (keeps: readonly string[] | undefined, fields?: ReadonlyMap<string, FieldDefinition>) => {
      const action = keeps ? formAction('/_serverFn/0', 'berth', keeps) : '/_serverFn/0?form=berth'
      expect(formNameOf(action)).toBe('berth')
      return ['place', 'word', 'password'].filter(storedFields(action, fields))
    }
    expect(kept(['place', 'password'])).toEqual(['place'])
    expect(kept([])).toEqual([])
    expect(kept(['place', 'word'], describeFields(v.object({ word: secret(v.string()) })))).toEqual(['place'])
    expect(kept(undefined)).toEqual(['place', 'word'])
  })
})

describe('a draft', () => {
  const draft: Draft = { form: 'berth', path: '/x', values: { a: '1' }, messages: {}, files: false }
  type Store = ReturnType<typeof createDraftStore>
  const keepIn = (drafts: Store, what: Partial<Draft> = {}, visitor?: string, client = '') =>
    drafts.set({ ...draft, ...what }, visitor, client)

  it('is stored for ten minutes, for its visitor only', () => {
    let now = 0
    const drafts = createDraftStore(() => now)
    const id = keepIn(drafts)
    now = DRAFTS.lifetimeMs - 1
    expect(drafts.read(id, '/x')).toEqual([draft])
    expect(drafts.read('guessed', '/x')).toEqual([])
    now = DRAFTS.lifetimeMs
    expect(drafts.read(id, '/x')).toEqual([])
  })

  it('belongs to a form and a path, and replaces an older one', () => {
    const drafts = createDraftStore()
    const id = keepIn(drafts)
    expect(keepIn(drafts, { form: 'crew' }, id)).toBe(id)
    expect(keepIn(drafts, { path: '/y' }, id)).toBe(id)
    keepIn(drafts, { values: { a: '2' } }, id)
    expect(drafts.read(id, '/x')).toEqual([
      { ...draft, form: 'crew' },
      { ...draft, values: { a: '2' } },
    ])
    expect(drafts.read(id, '/z')).toEqual([])
    expect(drafts.delete(id, 'berth', '/x')).toBe(true)
    expect(drafts.read(id, '/y')).toEqual([{ ...draft, path: '/y' }])
    drafts.delete(id, 'crew', '/x')
    expect(drafts.delete(id, 'berth', '/y')).toBe(false)
  })

  it('has an id that was issued here, never one that a visitor invented', () => {
    expect(keepIn(createDraftStore(), {}, 'made-up')).not.toBe('made-up')
  })

  const LARGE = 'x'.repeat(DRAFTS.maxBytes)
  it.each<[string, Partial<Draft>, Partial<Draft>]>([
    ['values keeps only its messages', { values: { a: LARGE }, messages: { a: 'No.' } }, { messages: { a: 'No.' } }],
    ['a result has none', { result: [LARGE] }, {}],
    ['messages has none', { messages: { a: LARGE }, stale: true }, { stale: true }],
  ])('of more than 64 kB of %s', (_, what, kept) => {
    const drafts = createDraftStore()
    expect(drafts.read(keepIn(drafts, what), '/x')).toEqual([{ ...draft, values: {}, ...kept }])
  })

  it('returns flash messages once, and values at every read', () => {
    const drafts = createDraftStore()
    const id = keepIn(drafts, { stale: true, result: { a: 1 } })
    expect(drafts.read(id, '/x')).toEqual([{ ...draft, stale: true, result: { a: 1 } }])
    expect(drafts.read(id, '/x')).toEqual([draft])
    const answered = keepIn(drafts, { values: {}, result: { a: 1 } })
    expect(drafts.read(answered, '/x')).toHaveLength(1)
    expect(drafts.read(answered, '/x')).toEqual([])
  })

  it('has beside it a flash message for the next page, which is returned once', () => {
    const drafts = createDraftStore()
    const id = drafts.set(flashDraft('Logged.'), undefined, '')
    expect(drafts.read(id, '/x')).toEqual([])
    expect(drafts.set(flashDraft('Logged again.'), id, '')).toBe(id)
    keepIn(drafts, {}, id)
    expect(drafts.takeFlash('guessed').text).toBeUndefined()
    expect(drafts.takeFlash(id)).toEqual({ text: 'Logged again.', isEmpty: false })
    expect(drafts.takeFlash(id)).toEqual({ text: undefined, isEmpty: false })
    drafts.delete(id, 'berth', '/x')
    expect(drafts.takeFlash(id)).toEqual({ text: undefined, isEmpty: true })
  })

  it('is evicted when there are too many: the oldest of the client with the most', () => {
    const drafts = createDraftStore()
    const first = keepIn(drafts, {}, undefined, 'one')
    const junk = Array.from({ length: DRAFTS.maxCount }, () => keepIn(drafts, {}, undefined, 'two'))
    expect(drafts.read(first, '/x')).toEqual([draft])
    expect(drafts.read(junk[0] ?? '', '/x')).toEqual([])
    expect(drafts.read(junk[1] ?? '', '/x')).toEqual([draft])
  })
})
