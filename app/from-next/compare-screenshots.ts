import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Asked, firstLine, openPage, withTabs } from './compare-browser.ts'
import type { Difference } from './compare-facts.ts'
import { LIMITS, SourceError } from './source.ts'

const WIDTHS = [390, 1280] as const

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (rows: readonly string[], old: URL, next: URL) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(`${old.host} and ${next.host}`)}</title>
<style>
  body { font: 1rem/1.5 system-ui; margin: 1rem; color-scheme: light dark }
  section { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-block: 2rem; align-items: start }
  h2 { grid-column: 1 / -1; font-size: 1rem; margin: 0 }
  div { position: relative; border: 1px solid }
  img { inline-size: 100%; display: block }
  mark { position: absolute; background: none; outline: 3px solid magenta }
</style>
<h1>${escapeHtml(old.origin)}, ${escapeHtml(next.origin)}</h1>
${rows.join('\n')}
</html>
`

type Region = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Returns the sizes of two pictures and the region in which they differ. Runs in a page. */
async function compareImages(images: readonly string[]): Promise<{ sizes: [number, number][]; region?: Region }> {
  const bitmaps = await Promise.all(
    images.map(async (base64) => createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())),
  )
  const width = Math.max(...bitmaps.map((bitmap) => bitmap.width))
  const height = Math.max(...bitmaps.map((bitmap) => bitmap.height))
  const [one = [], other = []] = bitmaps.map((bitmap) => {
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return context ? new Uint32Array(context.getImageData(0, 0, width, height).data.buffer) : []
  })
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let at = 0; at < width * height; at += 1) {
    if (one[at] === other[at]) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    ;[left, top] = [Math.min(left, x), Math.min(top, y)]
    ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
  }
  const sizes = bitmaps.map((bitmap): [number, number] => [bitmap.width, bitmap.height])
  return right === 0 ? { sizes } : { sizes, region: { left, top, right, bottom } }
}

/**
 * Writes pictures of at most `LIMITS.clickPages` pages in both applications, and `index.html`, which shows them with the
 * region in which they differ.
 *
 * @throws SourceError if the folder has files, or if there is no Chromium
 */
export async function comparePictures(
  asked: Asked,
  to: string,
  add: (address: string, found: readonly Difference[]) => void,
): Promise<void> {
  const folder = asked.cookie === undefined ? to : join(to, 'with-the-cookie')
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new SourceError(`${folder} has files already; --screenshots takes an empty folder, or one to be made`)
  mkdirSync(folder, { recursive: true })
  const rows: string[] = []
  await withTabs(asked, async (tabs) => {
    // The policies of the servers' pages may forbid it.
    const blank = await tabs[0].tab.context().newPage()
    for (const [index, address] of asked.addresses.slice(0, LIMITS.clickPages).entries())
      for (const width of WIDTHS) {
        const taken = tabs.map(async (at, side) => {
          const name = `${index + 1}-${width}-${side === 0 ? 'old' : 'new'}.png`
          await at.tab.setViewportSize({ width, height: 800 })
          await openPage(at, address)
          const path = join(folder, name)
          const picture = await at.tab.screenshot({ path, fullPage: true, animations: 'disabled' })
          const alt = escapeHtml(`${address} at ${at.origin.host}`)
          return { base64: picture.toString('base64'), image: `<img src="${name}" alt="${alt}" loading="lazy">` }
        })
        const pictures = await Promise.allSettled(taken)
        const images = pictures.flatMap((each) => (each.status === 'fulfilled' ? each.value.base64 : []))
        const { sizes, region } = images.length === 2 ? await blank.evaluate(compareImages, images) : { sizes: [] }
        const cells = pictures.map((each, side) => {
          if (each.status === 'rejected') return '<p>No response.</p>'
          const [w = 1, h = 1] = sizes[side] ?? []
          const { left, top, right, bottom } = region ?? { left: 0, top: 0, right: 0, bottom: 0 }
          const inset = [top / h, 1 - right / w, 1 - bottom / h, left / w].map((part) => `${(100 * part).toFixed(2)}%`)
          const mark = region ? `<mark style="inset:${inset.join(' ')}"></mark>` : ''
          return `<div>${each.value.image}${mark}</div>`
        })
        rows.push(`<section><h2>${escapeHtml(address)}, ${width} px</h2>${cells.join('')}</section>`)
        const [before = '', after = ''] = pictures.map((each, side) =>
          each.status === 'rejected' ? firstLine(each.reason) : (sizes[side] ?? []).join(' × '),
        )
        const place = region && `, from ${region.left}, ${region.top} to ${region.right}, ${region.bottom}`
        if (place !== undefined || images.length < 2)
          add(address, [{ what: `picture at ${width} px`, old: before, new: after + (place ?? '') }])
      }
  })
  writeFileSync(join(folder, 'index.html'), page(rows, asked.old, asked.next))
}
