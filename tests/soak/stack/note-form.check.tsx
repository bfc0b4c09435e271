// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { parseOrThrow } from 'fairlead/errors'
import { defineForm } from 'fairlead/forms'
import { loadMessages } from 'fairlead/messages'
import { NoteForm } from '#app/stack/note-form.tsx'

vi.mock('#app/stack/notes.functions.ts', () => {
  const schema = v.object({ name: v.pipe(v.string(), v.minLength(2)) })
  const check = async ({ data }: { data: FormData }) => parseOrThrow(schema, Object.fromEntries(data))
  const submit = Object.assign(check, { url: '/_serverFn/note' })
  return { readNote: async () => ['a note'], noteForm: defineForm({ name: 'note', schema, submit }) }
})
afterEach(cleanup)

it('has a form, a server function and a link', async () => {
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: NoteForm }),
    createRoute({ getParentRoute: () => root, path: '/{-$locale}/stack/drizzle' }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  const messages = await loadMessages('shell', 'en')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" messages={messages}>
        <RouterProvider router={router} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByText('Read'))
  expect(await screen.findByText('["a note"]')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/stack/drizzle')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'A' } })
  fireEvent.click(screen.getByText('Send'))
  expect(await screen.findByText('too short')).toBeTruthy()
})
