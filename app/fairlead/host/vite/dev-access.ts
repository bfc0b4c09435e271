import { realpathSync, statSync } from 'node:fs'
import { parse, posix, resolve } from 'node:path'
import { isFileLoadingAllowed, normalizePath, type Plugin, type ResolvedConfig } from 'vite'

/**
 * Files that dev never serves, as patterns of Vite's `server.fs.deny`. They replace Vite's default patterns, and
 * include them.
 */
const DENIED = [
  '.env*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
  '**/.output*/**',
  // Vite serves the packages of the browser from .vinxi/vite.
  '**/.vinxi/!(vite)/**',
  'operator-token*',
  // Databases and their backups, wherever they are.
  '*.{db,sqlite,sqlite3}{,-*}',
  '*.dump',
]

function patternOf(folder: string): string {
  return `${normalizePath(folder).replaceAll(/[!()*+?[\]{|}\\]/g, String.raw`\$&`)}/**`
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/**
 * Returns the patterns of the data folder, by its name and by the target of a symlink. A folder that contains the
 * project is left out.
 */
function dataPatterns(root: string, dataDir: string): string[] {
  const folders = new Set(
    // The default folder is included: its files stay when another folder is named.
    ['data', dataDir].flatMap((name) => [resolve(root, name), realPath(resolve(root, name)) ?? resolve(root, name)]),
  )
  return [...folders].filter((path) => !`${root}/`.startsWith(`${path}/`)).map(patternOf)
}

/** Rounds of decoding: Vite decodes once, and other handlers may decode again. */
const MAX_DECODINGS = 4

/** Prefixes of Vite's URLs and of the tunnel, which may come before a path. */
const PREFIX = /^\/+(?:@fs|@id|monitoring)(?=\/)/

function decodings(url: string): string[] {
  const texts = [url]
  for (let text = url; texts.length <= MAX_DECODINGS; texts.push(text)) {
    try {
      text = decodeURIComponent(text)
    } catch {
      // A part of the text is not an encoding: decode the rest.
      text = text.replaceAll(/%[\da-f]{2}/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)))
    }
    if (text === texts.at(-1)) break
  }
  return texts
}

/** Returns a path without the slashes, dots and spaces at its end, which file systems ignore. */
function withoutTail(path: string): string {
  let end = path.length
  while (end > 0 && /[/.\s]/.test(path.charAt(end - 1))) end -= 1
  return path.slice(0, end)
}

/**
 * Returns the paths of all files that a request may name: below one of the roots, or from the root of the file system.
 * In doubt a path is included. `url` is the target of the request line, in any spelling.
 */
function namedFiles(url: string, roots: readonly string[]): string[] {
  const paths = decodings(url).flatMap((text) => {
    const path = text.replace(/^[a-z]+:\/\/[^/]*/i, '').replaceAll('\\', '/')
    return [path, path.replace(/[?#].*$/s, '')]
  })
  const names = new Set(paths.flatMap((path) => [path, path.replace(PREFIX, '')]))
  const clean = [...names].map((path) => withoutTail(posix.normalize(`/${path}`)))
  return clean.flatMap((path) => [path, ...roots.map((root) => root + path)])
}

/** Returns a function that is true if a request names an existing file that is denied, by any spelling or symlink. */
export function createAccessCheck(config: ResolvedConfig): (url: string) => boolean {
  const { root, publicDir, server } = config
  // This checks only the denied patterns: Vite decides which other files are outside of the project.
  const everywhere = { ...config, server: { ...server, fs: { ...server.fs, allow: [parse(root).root] } } }
  return (url) =>
    namedFiles(url, [root, publicDir]).some((path) => {
      const file = path.includes('\0') ? undefined : realPath(path)
      if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) return false
      return !isFileLoadingAllowed(everywhere, normalizePath(file))
    })
}

/**
 * In dev, denies all files that are not source code. Vite checks the paths of the files that it loads.
 * `createAccessCheck` also follows symlinks, and covers the handlers that respond before Vite.
 */
export function devAccessPlugin(dataDir: string): Plugin {
  return {
    name: 'fairlead:dev-access',
    config: ({ root = process.cwd() }) => ({
      server: { fs: { deny: [...DENIED, ...dataPatterns(root, dataDir)] } },
    }),
  }
}
