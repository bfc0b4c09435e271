import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createDraftStore, DRAFTS, flashDraft } from '#fairlead/forms/draft-store.server.ts'
import {
  createDraft,
  type Draft,
  firstTexts,
  formAction,
  formNameOf,
  getReturnTo,
  readFields,
  storedFields,
} from '#fairlead/forms/form-fields.ts'
import { describeFields, type FieldDefinition } from '#fairlead/forms/field-schemas.ts'
import { secret } from '#fairlead/forms/secret.ts'
import { isSecretField, isSecretName } from '#fairlead/navigation/loading/form-snapshot.ts'

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

  it('are lists where the schema is a list, even of one value', () => {
    const schema = v.object({ a: v.optional(v.pipe(v.array(v.string()), v.maxLength(3))), b: v.string() })
    const fields = describeFields(schema)
    expect([...fields].map(([name, { isList }]) => [name, isList])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect({ ...readFields(form(['a', '1'], ['b', '2']), fields) }).toEqual({ a: ['1'], b: '2' })
  })

  it('have line breaks of one character, as browsers count them, in what is stored as well', () => {
    const data = form(['a', 'one\r\ntwo\rthree\n'], ['b', '\r\n'], ['b', '4'])
    expect({ ...readFields(data, new Map()) }).toEqual({ a: 'one\ntwo\nthree\n', b: ['\n', '4'] })
    expect(createDraft('berth', '/', data, {}, () => true).values.a).toBe('one\ntwo\nthree\n')
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

  it('begin with the draft, and with given values where there is none, or where it has no secrets', () => {
    const fields = describeFields(
      v.object({
        name: v.string(),
        count: v.string(),
        isNew: v.string(),
        note: v.optional(v.string()),
        tags: v.optional(v.array(v.string()), []),
        code: secret(v.string()),
        chart: v.optional(v.instance(File)),
      }),
    )
    const values = { name: 'Ada', count: 0, isNew: false, note: null, tags: ['a', 'b'], code: '12', other: 'x' }
    const given = { name: ['Ada'], count: ['0'], isNew: ['false'], tags: ['a', 'b'], code: ['12'] }
    expect(firstTexts(fields, values, undefined)).toEqual(given)
    const draft = { form: 'x', path: '/', messages: {}, files: false }
    expect(firstTexts(fields, values, { ...draft, values: { name: 'Eva', count: '' } })).toEqual({
      name: ['Eva'],
      count: [''],
      isNew: [],
      note: [],
      tags: [],
      code: ['12'],
    })
    // One with a result alone, or too large to store what was typed.
    expect(firstTexts(fields, values, { ...draft, values: {} })).toEqual(given)
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
    ['password', '', {}, true],
    ['text', 'current-password', {}, true],
    ['text', 'section-a new-password', {}, true],
    ['text', 'one-time-code', {}, true],
    ['tel', 'billing cc-csc', {}, true],
    ['text', '', { name: 'pin' }, true],
    ['text', '', { secret: true }, true],
    ['text', 'street-address', {}, false],
    ['text', 'on', {}, false],
  ])('is an input of type %s with autocomplete %j and %j: %s', (type, autocomplete, more, is) => {
    const { name, secret: isDeclared } = { name: 'word', secret: false, ...more }
    expect(isSecretField({ type, autocomplete, name, hasAttribute: () => isDeclared })).toBe(is)
  })

  it('is declared in the schema, however it is wrapped, or known by its name', () => {
    const schema = v.pipe(
      v.object({
        a: secret(v.string()),
        b: v.optional(secret(v.pipe(v.string(), v.minLength(8)))),
        c: v.pipe(secret(v.string()), v.trim()),
        d: v.array(secret(v.string())),
        e: v.picklist(['x']),
        password: v.string(),
      }),
      v.check(() => true),
    )
    expect(secretsOf(schema)).toEqual(['a', 'b', 'c', 'd', 'password'])
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

  const take = (drafts: Store, visitor: string, path: string) => drafts.take(visitor, path).drafts

  it('is stored for ten minutes, for its visitor only', () => {
    let now = 0
    const drafts = createDraftStore(() => now)
    const id = keepIn(drafts)
    const late = keepIn(drafts)
    now = DRAFTS.lifetimeMs - 1
    expect(take(drafts, 'guessed', '/x')).toEqual([])
    expect(take(drafts, id, '/x')).toEqual([draft])
    now = DRAFTS.lifetimeMs
    expect(take(drafts, late, '/x')).toEqual([])
  })

  it('belongs to a form and a path, and replaces an older one', () => {
    const drafts = createDraftStore()
    const id = keepIn(drafts)
    expect(keepIn(drafts, { form: 'crew' }, id)).toBe(id)
    expect(keepIn(drafts, { path: '/y' }, id)).toBe(id)
    keepIn(drafts, { values: { a: '2' } }, id)
    expect(take(drafts, id, '/x')).toEqual([
      { ...draft, form: 'crew' },
      { ...draft, values: { a: '2' } },
    ])
    expect(take(drafts, id, '/z')).toEqual([])
    expect(drafts.delete(id, 'berth', '/x')).toBe(true)
    expect(take(drafts, id, '/y')).toEqual([{ ...draft, path: '/y' }])
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
    expect(take(drafts, keepIn(drafts, what), '/x')).toEqual([{ ...draft, values: {}, ...kept }])
  })

  it('is shown once, and once more after the reload that a page from before an update asks for', () => {
    const drafts = createDraftStore()
    const id = keepIn(drafts, { stale: true })
    expect(drafts.take(id, '/x')).toEqual({ drafts: [{ ...draft, stale: true }], flash: undefined, isEmpty: false })
    expect(drafts.take(id, '/x')).toEqual({ drafts: [draft], flash: undefined, isEmpty: true })
    expect(take(drafts, id, '/x')).toEqual([])
    const answered = keepIn(drafts, { values: {}, result: { a: 1 } })
    expect(take(drafts, answered, '/x')).toEqual([{ ...draft, values: {}, result: { a: 1 } }])
    expect(take(drafts, answered, '/x')).toEqual([])
  })

  it('has beside it a flash message for the next page, which is returned once', () => {
    const drafts = createDraftStore()
    const id = drafts.set(flashDraft('Logged.'), undefined, '')
    expect(drafts.set(flashDraft('Logged again.'), id, '')).toBe(id)
    keepIn(drafts, {}, id)
    expect(drafts.take('guessed', '/y').flash).toBeUndefined()
    expect(drafts.take(id, '/y')).toEqual({ drafts: [], flash: 'Logged again.', isEmpty: false })
    expect(drafts.take(id, '/y').flash).toBeUndefined()
    expect(drafts.take(id, '/x')).toEqual({ drafts: [draft], flash: undefined, isEmpty: true })
  })

  it('is evicted when there are too many: the oldest of the client with the most', () => {
    const drafts = createDraftStore()
    const first = keepIn(drafts, {}, undefined, 'one')
    const junk = Array.from({ length: DRAFTS.maxCount }, () => keepIn(drafts, {}, undefined, 'two'))
    expect(take(drafts, first, '/x')).toEqual([draft])
    expect(take(drafts, junk[0] ?? '', '/x')).toEqual([])
    expect(take(drafts, junk[1] ?? '', '/x')).toEqual([draft])
  })
})
