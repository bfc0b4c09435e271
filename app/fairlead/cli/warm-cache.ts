import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { readEnv, RENDER_VARIABLE } from '#fairlead/platform/env.server.ts'

/**
 * Limits of a run: requests at a time, milliseconds without a byte, milliseconds between two lines of progress, and
 * sitemaps.
 */
const WARM = { concurrency: 4, timeoutMs: 60_000, progressMs: 2_000, sitemaps: 1_000 } as const

type Answer = { status: number; cacheStatus: string; body: string }

/**
 * Requests a page of the site from a server, whichever host the page's URL names. It sends the headers of a followed
 * link, which is not redirected to the visitor's language.
 */
export async function ask(server: URL, page: URL): Promise<Answer> {
  const open = server.protocol === 'https:' ? requestByHttps : requestByHttp
  const headers = { host: page.host, accept: 'text/html, application/xml', 'sec-fetch-site': 'same-origin' }
  const asked = open(new URL(page.pathname + page.search, server), { headers, timeout: WARM.timeoutMs })
  asked.on('timeout', () => asked.destroy(new Error(`no response within ${WARM.timeoutMs} ms`)))
  // The first error rejects below. A later one ends the response's body as well.
  asked.on('error', () => {})
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { statusCode: status = 0, headers: received } = response
  return { status, cacheStatus: String(received['cache-status'] ?? ''), body: await text(response) }
}

/** The URLs in `<loc>` of a sitemap or of a list of sitemaps. */
export function locationsIn(xml: string): string[] {
  const found = [...xml.matchAll(/<loc>([^<]{1,4000})<\/loc>/g)].map(([, url = '']) => url)
  return found.map((url) => url.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** Returns the pages of the sitemap, which may list other sitemaps. */
export async function readSitemap(server: URL): Promise<URL[]> {
  const read = async (sitemap: URL): Promise<string> => {
    const { status, body } = await ask(server, sitemap)
    if (status !== 200) throw new Error(`${sitemap.pathname} responds ${status}`)
    return body
  }
  const first = await read(new URL(withBasePath('/sitemap.xml'), server))
  if (!first.includes('<sitemapindex')) return locationsIn(first).map((url) => new URL(url))
  const pages: URL[] = []
  for (const url of locationsIn(first).slice(0, WARM.sitemaps)) {
    pages.push(...locationsIn(await read(new URL(url))).map((page) => new URL(page)))
  }
  return pages
}

/**
 * Requests each page once, a few at a time. `report` gets the progress, and each page that failed.
 *
 * @returns the number of pages that failed
 */
async function requestAll(server: URL, pages: readonly URL[], report: (line: string) => void): Promise<number> {
  const queue = pages.values()
  const counts = { done: 0, rendered: 0, cached: 0, failed: 0 }
  const progress = () =>
    report(
      `${counts.done} of ${pages.length} pages: ${counts.rendered} rendered and cached, ` +
        `${counts.cached} were cached before, ${counts.failed} failed`,
    )
  const timer = setInterval(progress, WARM.progressMs)
  const work = async (): Promise<void> => {
    for (const page of queue) {
      try {
        const { status, cacheStatus } = await ask(server, page)
        if (status >= 500) throw new Error(`responds ${status}`)
        if (cacheStatus.includes('stored')) counts.rendered += 1
        else if (cacheStatus.includes('hit')) counts.cached += 1
      } catch (error) {
        counts.failed += 1
        report(`${page.href} ${(error as Error).message}`)
      }
      counts.done += 1
    }
  }
  await Promise.all(Array.from({ length: WARM.concurrency }, work))
  clearInterval(timer)
  progress()
  return counts.failed
}

function portIn(line: string): number | undefined {
  try {
    const { msg, port } = JSON.parse(line) as { msg?: unknown; port?: unknown }
    return msg === 'listening' ? Number(port) : undefined
  } catch {
    // It is a line of the application's output, and not of the log.
    return undefined
  }
}

/**
 * Starts the build as a server that renders, on a free port of this machine. It migrates the database and stores its
 * entries there, where later processes find them.
 */
export async function startBuild(): Promise<AsyncDisposable & { origin: string }> {
  const main = resolve('.output/server/index.mjs')
  if (!existsSync(main)) throw new Error('there is no build in .output; npm run build makes one')
  const { PUBLIC_ORIGIN, PORT } = readEnv()
  // Absolute URLs in its pages have the origin of the deployed server, not of the free port.
  const origin = PUBLIC_ORIGIN ?? new URL(`http://localhost:${PORT}`).origin
  const start = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', WORKERS: '1', PUBLIC_ORIGIN: origin }
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...start, [RENDER_VARIABLE]: '1', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const exit = once(child, 'exit')
  const port = await new Promise<number>((done, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const listening = portIn(line)
      if (listening !== undefined) done(listening)
      else process.stdout.write(`${line}\n`)
    })
    void exit.then(() => reject(new Error('the build in .output does not start')))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await exit
    },
  }
}

/**
 * Renders and caches the pages of the sitemap, for a deploy script: a new build begins without cached pages.
 *
 * @param address of a server; without one it starts the build in `.output`
 * @returns the exit code: 1 when a page failed
 */
export async function warm(address: string | undefined): Promise<number> {
  try {
    await using started = address === undefined ? await startBuild() : undefined
    const server = new URL(address ?? started?.origin ?? '')
    const report = (line: string) => void process.stderr.write(`${line}\n`)
    return (await requestAll(server, await readSitemap(server), report)) > 0 ? 1 : 0
  } catch (error) {
    throw new CommandError(`warm: ${(error as Error).message}`)
  }
}
