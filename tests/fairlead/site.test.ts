import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it, vi } from 'vitest'
import { type Site, siteFaults } from '#fairlead/platform/check-site.ts'
import { findPathPattern } from '#fairlead/platform/path-patterns.ts'
import * as site from '#app/site.ts'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the values of a source: what is neither a comment nor white space between tags. */
function valuesOf(path: string): string {
  const source = read(path)
  if (!/\.tsx?$/.test(path)) return source
  const { comments } = parseSync(path, source)
  return comments.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
}

/** The sources of the application, without pages that tell of it. */
const sources = projectFiles()
  .filter((path) => /^app\/.*\.(tsx?|mjs|json|css)$|^app\.config\.ts$/.test(path) && path !== 'app/site.ts')
  .filter((path) => !/^app\/(?:lab|handbook|report-desk|from-next)\//.test(path))
  .map((path) => ({ path, text: valuesOf(path) }))

describe('no source but app/site.ts contains', () => {
  it.each([
    ['the name', site.siteName],
    ['the title', site.texts.title],
    ['the description', site.texts.description],
    ['the title of the not-found page', site.notFoundTitle],
    ['the ground by day', site.themeColors.light],
    ['the ground by night', site.themeColors.dark],
  ])('%s', (_, value) => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter(({ text }) => text.includes(value)).map(({ path }) => path)).toEqual([])
  })
})

it('titles have another name when the site has', async () => {
  vi.resetModules()
  vi.doMock('#app/site.ts', async (original) => ({
    ...(await original<typeof site>()),
    documentTitle: (page: string) => `${page} | Tidewatch`,
  }))
  const { pageMeta: renamed } = await import('#fairlead/metadata/page-meta.ts')
  expect(renamed({ match: { status: 'success' } }, 'Tides')).toContainEqual({ title: 'Tides | Tidewatch' })
  vi.doUnmock('#app/site.ts')
  expect(pageMeta({ match: { status: 'success' } }, 'Tides')).toContainEqual({ title: site.documentTitle('Tides') })
})

it('content sources are part of the policy of documents', async () => {
  vi.resetModules()
  vi.doMock('#app/site.ts', async (original) => ({
    ...(await original<typeof site>()),
    contentSources: {
      images: ['https://images.example'],
      fetch: ['wss://live.example', 'data:'],
      frames: ['https://maps.example'],
      media: ['https://media.example'],
      fonts: ['data:'],
      styles: ['https://styles.example'],
      workers: ['blob:'],
      scripts: ['https://scripts.example'],
      wasm: true,
    },
  }))
  const { documentPolicy } = await import('#fairlead/server/security-headers.server.ts')
  const policy = documentPolicy(
    'x',
    { PUBLIC_ORIGIN: undefined, SENTRY_DSN: undefined, SENTRY_TRANSPORT: 'tunnel', SENTRY_TUNNEL_PATH: '/pier' },
    {},
  )
  expect(policy).toContain("img-src 'self' data: blob: https://images.example;")
  expect(policy).toContain("connect-src 'self' wss://live.example data:;")
  expect(policy).toContain("frame-src 'self' https://maps.example;")
  expect(policy).toContain("media-src 'self' https://media.example;")
  expect(policy).toContain("font-src 'self' data:;")
  expect(policy).toContain("style-src 'self' 'unsafe-inline' https://styles.example;")
  expect(policy).toContain("worker-src 'self' blob:;")
  expect(policy).toMatch(
    /script-src 'nonce-x' 'strict-dynamic' 'wasm-unsafe-eval' 'sha256-[^ ]+' https:\/\/scripts\.example;/,
  )
  expect(policy).toMatch(/; report-uri \/pier\/csp; report-to csp$/)
  vi.doUnmock('#app/site.ts')
})

describe('a fault of app/site.ts', () => {
  it('is not in this one', () => {
    expect(siteFaults(site)).toEqual([])
  })

  it.each<[change: Partial<Site>, fault: string]>([
    [{ siteName: ' ' }, 'siteName: " "; allowed: one line of text'],
    [
      { themeColors: { light: 'white', dark: '#000000' } },
      'themeColors.light: "white"; allowed: a colour such as #1a2b3c',
    ],
    [
      { contentSources: { images: ['https://a.example; script-src *'], fetch: [], frames: [] } },
      'contentSources.images[0]: "https://a.example; script-src *"; allowed: an origin such as',
    ],
    [{ contentSources: { images: [], fetch: ['*'], frames: [] } }, 'contentSources.fetch[0]: "*"; allowed: an origin'],
    [{ contentSources: { images: [], fetch: [], frames: ['maps'] } }, 'contentSources.frames[0]: "maps"; allowed:'],
    [{ contentSources: { scripts: ['data:'] } }, 'contentSources.scripts[0]: "data:"; allowed: an origin'],
    [
      { contentSources: { wasm: ['/a.wasm'] as unknown as boolean } },
      'contentSources.wasm: ["/a.wasm"]; allowed: true',
    ],
    [{ contentSources: { objects: [] } as object }, 'contentSources.objects: []; allowed: wasm, and lists of images,'],
    [{ contentSources: { fonts: 'data:' } as object }, 'contentSources.fonts: "data:"; allowed: wasm, and lists of'],
    [{ basePath: 'app' }, 'basePath: "app"; allowed: a path such as /app'],
    [{ basePath: '/app/' }, 'basePath: "/app/"; allowed: a path such as /app, without a slash at its end'],
    [{ basePath: '/a/../b' }, 'basePath: "/a/../b"; allowed: a path such as /app'],
    [{ hiddenFromSitemap: ['/a', 'drafts'] }, 'hiddenFromSitemap[1]: "drafts"; allowed: a path such as /drafts'],
    [{ hiddenFromSitemap: ['/a/*/b'] }, 'hiddenFromSitemap[0]: "/a/*/b"; allowed: a path such as /drafts'],
    [
      { openGraphImage: { url: 'card.png', alt: 'A card', width: 1_200, height: 630 } },
      'openGraphImage.url: "card.png"; allowed: a path such as /open-graph.png',
    ],
    [
      { openGraphImage: { url: '/card.png', alt: 'A card', width: 1_200, height: 0 } },
      'openGraphImage.height: 0; allowed: a number of pixels above 0',
    ],
    [{ manifest: { short_name: '' } }, 'manifest.short_name: ""; allowed: one line of text'],
    [{ hasCdn: 'yes' as unknown as boolean }, 'hasCdn: "yes"; allowed: true or false'],
    [
      { budgets: { javascriptBytes: 0, deferredJavascriptBytes: 1 } },
      'budgets.javascriptBytes: 0; allowed: a number of bytes above 0',
    ],
  ])('%o is named', (change, fault) => {
    const [found, ...others] = siteFaults({ ...site, ...change })
    expect(found).toContain(fault)
    expect(others).toEqual([])
  })
})

it.each([
  ['/drafts', true],
  ['/drafts/a', false],
  ['/notes', true],
  ['/notes/a/b', true],
  ['/notesxyz', false],
])('%s is hidden from the sitemap: %s', (path, isHidden) => {
  expect(findPathPattern(['/drafts', '/notes/*'], path) !== undefined).toBe(isHidden)
})
