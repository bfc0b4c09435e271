import { createHash } from 'node:crypto'
import type { ReactElement } from 'react'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'
import { cached } from '#fairlead/server/cache/cached-function.server.ts'

/** Sizes are in pixels, times in seconds. */
export const IMAGE = {
  width: 1_200,
  height: 630,
  /** Time that a rendered image is kept on the server, unless a new build is started. */
  freshFor: 2_592_000,
  /** Time that others may keep it without asking again. */
  maxAge: 604_800,
} as const

/** The characters in the fonts: Western European languages and Arabic. */
const DRAWABLE =
  /^[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u0600-\u06ff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122]*$/

/** True if the fonts of images have all characters of a text. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text)
}

function bytesOf(dataUrl: string): Buffer<ArrayBuffer> {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

const FONTS = [
  {
    name: 'IBM Plex Sans',
    weight: 400,
    load: () => import('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?inline'),
  },
  {
    name: 'IBM Plex Sans',
    weight: 600,
    load: () => import('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?inline'),
  },
  {
    name: 'IBM Plex Sans Arabic',
    weight: 400,
    load: () => import('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2?inline'),
  },
  {
    name: 'IBM Plex Sans Arabic',
    weight: 600,
    load: () => import('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2?inline'),
  },
] as const

/**
 * Loads the renderer on first use. It is WebAssembly, so that it is a part of the build and the same for every machine.
 */
const loadRenderer = memoizeAsync(async () => {
  const [{ default: satori }, { initWasm, Resvg }, { default: wasm }, ...fonts] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-wasm'),
    import('@resvg/resvg-wasm/index_bg.wasm?url&inline'),
    ...FONTS.map(async ({ name, weight, load }) => {
      const font = await load()
      return { name, weight, style: 'normal' as const, data: bytesOf(font.default) }
    }),
  ])
  await initWasm(bytesOf(wasm))
  return { satori, Resvg, fonts }
})

/** Draws an element as a PNG. Takes some 70 ms of processor time, and the first time 400 ms. */
async function drawPng(element: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  const { satori, Resvg, fonts } = await loadRenderer()
  const { width, height } = IMAGE
  const drawing = new Resvg(await satori(element, { width, height, fonts }))
  const image = drawing.render()
  // Copied: the memory of the WebAssembly module is freed.
  const png = Uint8Array.from(image.asPng())
  image.free()
  drawing.free()
  return png
}

/**
 * Responds with an element as a PNG image of 1200 by 630 pixels, for previews of links. It is drawn once for each key and
 * build, and shared by all processes.
 *
 * @param key the values that the element depends on. None may be a visitor's own: each new key is drawn and kept
 * @param draw returns the element: HTML with inline styles, as satori reads it
 */
export async function imageResponse(
  request: Request,
  key: readonly (string | number)[],
  draw: () => ReactElement,
): Promise<Response> {
  const read = cached(() => drawPng(draw()), { key: () => ['image', ...key], freshFor: IMAGE.freshFor, staleFor: 0 })
  const png = await read()
  const etag = `"${createHash('sha256').update(png).digest('base64url')}"`
  const headers = { 'content-type': 'image/png', 'cache-control': `public, max-age=${IMAGE.maxAge}`, etag }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(png, { headers })
}
