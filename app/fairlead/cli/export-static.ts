import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { withBasePath, withoutBasePath } from '#fairlead/platform/base-path.ts'
import { VISITOR_PART_START } from '#fairlead/navigation/visitor-element.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { ask, readSitemap, startBuild } from '#fairlead/cli/warm-cache.ts'

/** Files that the server makes, and the page that a static host shows for a missing one. */
const OTHERS = { '/robots.txt': 'robots.txt', '/sitemap.xml': 'sitemap.xml', '/404': '404.html' } as const

/** Returns the file of a page: `/handbook.html`, and `/handbook/index.html` where URLs end in a slash. */
export function fileOf({ pathname }: URL): string {
  const path = decodeURIComponent(withoutBasePath(pathname) ?? pathname)
  return path.endsWith('/') ? `${path}index.html` : `${path}.html`
}

/** @throws CommandError unless the folder is empty, or does not exist */
export function checkFolder(folder: string): void {
  if (folder === '') throw new CommandError('--static takes a folder, such as --static public-site')
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found || (found.isDirectory() && readdirSync(folder).length === 0)) return
  const fault = found.isDirectory() ? 'has files already' : 'is a file'
  throw new CommandError(`--static ${folder}: it ${fault}; allowed: an empty folder, or one to be made`)
}

/**
 * Writes the pages of the sitemap that all visitors share into a folder, with the files of the build, for a host that
 * serves only files.
 *
 * @param folder one that `checkFolder` has checked
 * @param report gets a line for each page that is left out, and for each failure
 * @returns the exit code: 1 when a page failed
 */
export async function exportStatic(folder: string, report: (line: string) => void): Promise<number> {
  const root = resolve(folder)
  const write = (path: string, text: string) => {
    const file = join(root, path)
    if (!file.startsWith(root + sep)) throw new Error(`${path} leads out of ${folder}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  await using started = await startBuild()
  const server = new URL(started.origin)
  const pages = await readSitemap(server)
  const [first] = pages
  const left: string[] = []
  let failed = 0
  for (const page of pages) {
    const { status, cacheStatus, body } = await ask(server, page)
    if (status >= 500) {
      report(`${page.pathname} responds ${status}`)
      failed += 1
    } else if (status === 200 && cacheStatus.startsWith('page-cache') && !body.includes(VISITOR_PART_START)) {
      write(fileOf(page), body)
    } else left.push(page.pathname)
  }
  for (const [path, file] of Object.entries(OTHERS))
    write(file, (await ask(server, new URL(withBasePath(path), first ?? server))).body)
  const [build = ''] = (JSON.parse(readFileSync('.output/built-from', 'utf8')) as { builds: string[] }).builds
  cpSync(join('.output/builds', build, 'public'), root, { recursive: true, force: false })
  if (left.length > 0) report(`left out, because a server has to render them for each visitor: ${left.join(', ')}`)
  report(`wrote ${pages.length - left.length - failed} pages to ${folder}`)
  return failed > 0 ? 1 : 0
}
