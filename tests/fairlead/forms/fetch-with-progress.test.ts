import { expect, it } from 'vitest'
import { fetchWithProgress } from '#fairlead/forms/fetch-with-progress.ts'

it('an upload that is cancelled before it begins is not sent', async () => {
  const send = fetchWithProgress(() => {})
  // There is no XMLHttpRequest here: sending would fail otherwise.
  await expect(send('/x', { method: 'POST', signal: AbortSignal.abort() })).rejects.toThrow(DOMException)
})
