// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { NoteForm } from '#app/stack/note-form.tsx'

vi.mock('#app/stack/notes.functions.ts', () => ({ readNote: async () => ['a note'] }))
afterEach(cleanup)

it('shows what the server function returns, and a link', async () => {
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: NoteForm }),
    createRoute({ getParentRoute: () => root, path: '/{-$locale}/stack/drizzle' }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('["a note"]')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/stack/drizzle')
})
