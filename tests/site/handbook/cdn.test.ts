import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { QueuedJob } from '#fairlead/jobs/define-job.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { root } from '#tests/harness/project-files.ts'

const CACHING = readFileSync(join(root, 'app/handbook/content/en/caching.md'), 'utf8')

vi.mock('fairlead/env.server', () => ({
  env: { CLOUDFLARE_ZONE: 'zone', CLOUDFLARE_TOKEN: 'token-1', FASTLY_SERVICE: 'service', FASTLY_TOKEN: 'token-2' },
}))

/** Imports a job that the page shows, from a file below the project, where it finds the packages. */
async function jobOf(name: string): Promise<QueuedJob<{ tags: string[] }>> {
  const code = new RegExp(`// app/cdn/${name}\\.job\\.server\\.ts\\n([^]*?)\\n\`\`\``).exec(CACHING)?.[1] ?? ''
  const file = join(root, 'tests/.tmp/cdn', `${name}.ts`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  const { default: job } = (await import(file)) as { default: QueuedJob<{ tags: string[] }> }
  return job
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['purge-cloudflare', 100, 'https://api.cloudflare.com/client/v4/zones/zone/purge_cache', 'Bearer token-1', 'tags'],
  ['purge-fastly', 256, 'https://api.fastly.com/service/service/purge', 'token-2', 'surrogate_keys'],
])(
  '%s sends at most %i tags at a time, and is tried again if a purge fails',
  async (name, most, address, key, member) => {
    const { run } = await jobOf(name)
    const sent: { url: string; headers: Record<string, string>; tags: string[] }[] = []
    let status = 200
    vi.stubGlobal('fetch', (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      sent.push({ url, headers, tags: (JSON.parse(body) as Record<string, string[]>)[member] ?? [] })
      return Promise.resolve(new Response('', { status }))
    })
    const context = { signal: AbortSignal.timeout(5_000), log }
    const tags = Array.from({ length: most + 1 }, (_, index) => `tag:${index}`)
    await run({ tags }, context)
    expect(sent.map((request) => request.tags)).toEqual([tags.slice(0, most), tags.slice(most)])
    expect(sent[0]).toMatchObject({ url: address })
    expect(Object.values(sent[0]?.headers ?? {})).toContain(key)
    status = 429
    await expect(run({ tags: ['a'] }, context)).rejects.toThrow('answers 429 to a purge')
  },
)
