import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'

const QUAYS: Readonly<Record<string, string>> = { 'calais.quays.example': 'Calais', 'dover.quays.example': 'Dover' }

/** Returns the quay of the host that the visitor asked, and nothing of another. */
export const readQuay = createServerFn({ method: 'GET' }).handler(() => {
  const [host = ''] = getRequestHeader('host')?.split(':') ?? []
  return { name: QUAYS[host] ?? 'No quay' }
})
