import { AsyncLocalStorage } from 'node:async_hooks'
import { copyResponse } from '#fairlead/server/http/string-response.server.ts'
import type { Spans } from '#fairlead/platform/spans.server.ts'

const metrics = new AsyncLocalStorage<string[]>()

/** Measures the work before the headers of a response are sent, for the network panel of a browser. */
export const serverTiming: Spans = {
  request: async (_, respond) => {
    const entries: string[] = []
    const response = copyResponse(await metrics.run(entries, async () => respond()))
    for (const entry of entries) response.headers.append('server-timing', entry)
    return response
  },
  span: (name, work) => {
    const entries = metrics.getStore()
    const [kind = name, ...rest] = name.split(' ')
    // A stage contains all later ones, so its time would count theirs.
    if (!entries || kind === 'stage') return work()
    const start = performance.now()
    const end = (): void => {
      // A header may not contain other characters.
      const text = rest.join(' ').replaceAll(/[^ -~]/g, '?')
      const description = text === '' ? '' : `;desc=${JSON.stringify(text)}`
      entries.push(`${kind}${description};dur=${(performance.now() - start).toFixed(1)}`)
    }
    const result = work()
    if (result instanceof Promise) result.then(end, end)
    else end()
    return result
  },
}
