import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { createTranslator, IntlProvider } from 'use-intl'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { defineForm } from '#fairlead/forms/define-form.ts'
import type { Draft } from '#fairlead/forms/form-fields.ts'
import { Form } from '#fairlead/forms/form.tsx'
import { secret } from '#fairlead/forms/secret.ts'
import { useForm } from '#fairlead/forms/use-form.tsx'
import { VISITOR_DRAFTS_KEY } from '#fairlead/forms/visitor-drafts.ts'
import { loadMessages } from '#fairlead/messages/messages.ts'
import { defaultLocale } from '#fairlead/navigation/locale/locale.ts'
import { memoryRouter } from '#tests/fairlead/navigation/memory-router.ts'

const messages = await loadMessages('shell', defaultLocale)
const t = createTranslator({ locale: defaultLocale, messages, namespace: 'shell' })

const schema = v.object({
  port: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  metres: v.string(),
  night: v.optional(v.string()),
  word: v.optional(secret(v.string())),
  password: v.optional(v.string()),
  chart: v.optional(v.instance(File)),
})
const submit = Object.assign(async () => ({}), { url: '/_serverFn/1' })
const tideForm = defineForm({ name: 'tide', schema, submit })

function TideForm({ instance }: { instance?: string }) {
  const form = useForm(tideForm, { ...(instance !== undefined && { instance }), translate: (text) => `[${text}]` })
  const [port, metres, word, chart] = (['port', 'metres', 'word', 'chart'] as const).map(form.field)
  return (
    <Form form={form}>
      <label htmlFor={port?.input.id}>Port</label>
      <input defaultValue="Vigo" {...port?.input} />
      {port?.error}
      <input {...metres?.input} />
      {metres?.error}
      <input {...word?.input} />
      <input {...chart?.input} type="file" />
      {chart?.error}
      <input type="checkbox" {...form.choice('night', 'yes')} />
      <input {...form.hidden('night', 7)} />
      {/* @ts-expect-error the schema has no such field */}
      <input {...form.hidden('tonight', 7)} />
    </Form>
  )
}

const DRAFT: Draft = {
  form: 'tide',
  path: '/de/tides',
  values: { port: 'Brest', metres: 'x', night: 'yes' },
  messages: {},
  files: false,
}

/** Renders the form twice, on a page for which drafts are stored. */
function render(...drafts: Draft[]): string[] {
  const queryClient = new QueryClient()
  queryClient.setQueryData(VISITOR_DRAFTS_KEY, { drafts, flash: undefined })
  const router = memoryRouter(['/de/tides'], '/de/tides?day=1')
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router as never}>
        <IntlProvider locale={defaultLocale} messages={messages} timeZone="UTC">
          <TideForm />
          <TideForm instance="7" />
        </IntlProvider>
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  return html.split(/(?=<form)/)
}

const tagOf = (html: string | undefined, id: string): string =>
  new RegExp(`<(?:input|span)[^>]* ?id="${id}"[^>]*>`).exec(html ?? '')?.[0] ?? ''

it('a form has its hidden fields, and its inputs the attributes of the schema', () => {
  const [form] = render()
  expect(form).toContain('id="tide"')
  expect(form).toContain('encType="multipart/form-data" method="post"')
  expect(form).toContain('<input type="hidden" name="_back" value="/de/tides?day=1"/>')
  expect(form).toContain('<input type="hidden" name="_form" value="tide"/>')
  expect(form).toContain('<input type="hidden" name="night" value="7"/>')
  expect(form).toContain('<label for="tide-port">')
  expect(tagOf(form, 'tide-port')).toBe(
    '<input id="tide-port" required="" minLength="1" maxLength="80" name="port" value="Vigo"/>',
  )
  expect(form).not.toMatch(/aria-invalid|role="alert"|checked/)
})

it('the URL of a form names all fields for its draft but files and secrets', () => {
  expect(render()[0]).toContain(
    'action="/_serverFn/1?form=tide&amp;field=&amp;field=port&amp;field=metres&amp;field=night"',
  )
})

it('the secret fields of a form are marked, so that no snapshot of a reload has them', () => {
  const [form] = render()
  expect(tagOf(form, 'tide-word')).toContain('data-secret')
  expect(tagOf(form, 'tide-port')).not.toContain('data-secret')
})

it('a form that is twice on a page has ids, a name and a draft of its own each time', () => {
  const [first, second] = render({ ...DRAFT, form: 'tide-7', messages: { metres: 'number' } })
  expect(tagOf(first, 'tide-port')).toContain('value="Vigo"')
  expect(first).not.toContain('aria-invalid')
  expect(second).toContain('<input type="hidden" name="_form" value="tide-7"/>')
  expect(tagOf(second, 'tide-7-port')).toContain('value="Brest"')
  expect(tagOf(second, 'tide-7-metres')).toMatch(/aria-invalid="true" aria-describedby="tide-7-metres-error"/)
  const ids = [...[first, second].join('').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('a draft shows its messages and values, and sets the focus to the first field that is not valid', () => {
  const [form] = render({ ...DRAFT, messages: { metres: 'number', port: 'unknown' } })
  expect(tagOf(form, 'tide-port')).toMatch(/value="Brest"/)
  expect(tagOf(form, 'tide-port')).toMatch(/autofocus/i)
  expect(tagOf(form, 'tide-metres')).not.toMatch(/autofocus/i)
  expect(form).toContain('[number]')
  expect(form).toMatch(/<input type="checkbox"[^>]*checked=""/)
  expect(form).toContain(`<p>${t('submission.invalid', { count: 2 })}`)
})

it.each<[string, Partial<Draft>, RegExp]>([
  ['a message for the whole', { messages: { '': 'Closed.' } }, /role="alert"[^>]*><p>\[Closed\.\]/],
  ['a message of a field that it does not have', { messages: { berth: 'Taken.' } }, /<p>\[Taken\.\]/],
  ['files that are lost', { files: true }, /id="tide-chart-error"[^>]*> <span>Files cannot be kept/],
  [
    'files that are lost, beside their input',
    { files: true },
    /<input id="tide-chart"[^>]* aria-describedby="tide-chart-error"/,
  ],
  ['each value of a list', { values: { night: ['no', 'yes'] } }, /<input type="checkbox"[^>]*checked=""/],
  ['a body that was too large', { tooLarge: true }, /data-failure="tooLarge"><p>The form is larger/],
  ['a page older than the server', { stale: true }, /role="alert"><p>The server has been updated/],
])('a draft shows %s', (_, draft, shown) => {
  expect(render({ ...DRAFT, ...draft })[0]).toMatch(shown)
})

it('a draft of another page is not shown', () => {
  expect(render({ ...DRAFT, path: '/tides' })[0]).not.toContain('Brest')
})
