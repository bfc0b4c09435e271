import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { staticMiddleware } from 'srvx/static'
import {
  availableDictionary,
  createDocumentDictionary,
  DCZ,
  setDocumentDictionary,
  versionsOfChunk,
} from '#fairlead/server/http/compression-dictionary.ts'
import { basePath } from 'virtual:app/site'

/** Folder of the build: this file is one of the chunks in `server/chunks`. */
const BUILD = join(import.meta.dirname, '../..')

/** Begins the name of a file that marks a build as used by a process, see build-output.ts. */
const IN_USE = 'in-use-'

/** The package.json of a package that the server imports from outside its bundle. */
const PACKAGE = /^server\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/

/** Files below this path have a hash in their name, and never change. */
const HASHED = '/_build/'
const YEAR_SECONDS = 31_536_000

/**
 * Types that srvx 1.0.8 does not know, or knows only by a lower-case extension. Because of `nosniff` a browser would
 * not show, play or apply such a file.
 */
const OTHER_TYPES: Record<string, string> = {
  aac: 'audio/aac',
  csv: 'text/csv; charset=utf-8',
  flac: 'audio/flac',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  md: 'text/markdown; charset=utf-8',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  ttf: 'font/ttf',
  vtt: 'text/vtt; charset=utf-8',
  wav: 'audio/wav',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
}

/** Serves files and their compressed variants, with HEAD, validators and ranges. */
const serve = staticMiddleware({ dir: join(BUILD, 'public'), encodings: true, compress: false })

const paths = new Set<string>()

/** The compressed variants of files. They have no URLs. */
const compressed = new Set<string>()

/** The dictionaries with which the build has compressed a file, by the file's path. */
const dictionaries = new Map<string, Set<string>>()

/** The dictionary for documents, see compress-plugin.ts. */
const FOR_DOCUMENTS = /^\/_build\/documents-[\w-]{8}\.txt$/

/** The path of a file that is compressed with a dictionary, see compress-plugin.ts. */
const DELTA = /^deltas\/([^/]+)\/([^/]+)$/

/**
 * Reads the list of the build's files, and returns the hash of its modules.
 *
 * @throws Error if a public file or a package is missing
 */
export function openBuild(): string {
  const files = JSON.parse(readFileSync(join(BUILD, 'files.json'), 'utf8')) as Record<string, number>
  // The names of all other modules have hashes.
  const hash = createHash('sha256').update(readFileSync(join(BUILD, 'server/chunks/node-server.mjs')))
  for (const file of Object.keys(files)) {
    if (file.endsWith('.mjs')) hash.update(`\0${file}`)
    const [, name, dictionary = ''] = DELTA.exec(file) ?? []
    if (name !== undefined) {
      const path = HASHED + name
      dictionaries.set(path, (dictionaries.get(path) ?? new Set()).add(dictionary))
    }
    const isPublic = file.startsWith('public/')
    if ((isPublic || PACKAGE.test(file)) && !existsSync(join(BUILD, file))) {
      throw new Error(`the build is incomplete: ${file} is missing; run npm run build`)
    }
    if (!isPublic) continue
    const isCompressed = /\.(?:br|gz)$/.test(file) && file.slice(0, -3) in files
    ;(isCompressed ? compressed : paths).add(file.slice('public'.length))
  }
  const forDocuments = [...paths].find((path) => FOR_DOCUMENTS.test(path))
  if (forDocuments !== undefined) {
    const bytes = readFileSync(join(BUILD, 'public', forDocuments))
    setDocumentDictionary(createDocumentDictionary(basePath + forDocuments, bytes))
  }
  markInUse()
  return hash.digest('hex')
}

/**
 * Marks the build as used, so that later builds in this folder do not delete it while this process loads chunks and
 * files.
 */
function markInUse(): void {
  const mark = join(BUILD, `${IN_USE}${process.pid}`)
  try {
    writeFileSync(mark, '')
    process.once('exit', () => rmSync(mark, { force: true }))
  } catch {
    // The folder is read-only, so no build can delete it.
  }
}

/** Decodes a path to the name of a file; `undefined` if it is malformed. */
function decodePath(path: string): string | undefined {
  try {
    return path.includes('%') ? decodeURI(path) : path
  } catch {
    return undefined
  }
}

/** True if a request is for a public file, or for a file of any build. All other requests go to the application. */
export function isForFile(method: string | undefined, target: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  // RFC 9112 lets a target be an absolute URL.
  const path = decodePath(target.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '')
  if (path === undefined) return false
  return paths.has(path) || path.startsWith(HASHED) || paths.has(`${path.replace(/\/$/, '')}/index.html`)
}

function respondNotFound(): Response {
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
  return new Response('404 Not Found\n', { status: 404, headers })
}

/** Returns the value of `Use-As-Dictionary` for a file: what a browser may use it for (RFC 9842, 2.1). */
function useAsDictionary(path: string): string | undefined {
  if (FOR_DOCUMENTS.test(path)) return `match="${basePath}/*", match-dest=("document")`
  const versions = versionsOfChunk(path.slice(HASHED.length))
  return versions !== undefined && compressed.has(`${path}.br`) ? `match="${versions}"` : undefined
}

/**
 * Lets a browser keep a script or style sheet as the dictionary for the same chunk of later builds, and sends it
 * compressed with such a dictionary if the browser has one. Another dictionary than those of the build does not count:
 * their hashes are of what the build has read.
 */
async function withDictionary(
  response: Response,
  { method, headers: asked }: Request,
  path: string,
): Promise<Response> {
  const use = useAsDictionary(path)
  if (use !== undefined && response.status === 200) response.headers.set('use-as-dictionary', use)
  const known = dictionaries.get(path)
  if (!known) return response
  // A cache in between must not send a body to a browser that has another dictionary.
  response.headers.append('vary', 'Available-Dictionary')
  const dictionary = availableDictionary((header) => asked.get(header))
  if (response.status !== 200 || dictionary === undefined || !known.has(dictionary)) return response
  const delta = await readFile(join(BUILD, 'deltas', path.slice(HASHED.length), dictionary)).catch(() => undefined)
  if (!delta) return response
  await response.body?.cancel()
  const headers = new Headers(response.headers)
  headers.set('content-encoding', DCZ)
  headers.set('content-length', String(delta.length))
  return new Response(method === 'HEAD' ? null : delta, { headers })
}

export async function respondWithFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (compressed.has(posix.normalize(decodePath(pathname) ?? pathname))) return respondNotFound()
  const response = await withDictionary(await serve(request, respondNotFound), request, pathname)
  if (response.status === 404) return response
  if (pathname.startsWith(HASHED)) {
    const isFile = response.ok || response.status === 304
    // A cache might store a 416 as the file.
    // Browsers request scripts and fonts from another origin with CORS.
    if (URL.canParse(import.meta.env.BASE_URL)) response.headers.set('access-control-allow-origin', '*')
    response.headers.set('cache-control', isFile ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store')
  }
  const type = OTHER_TYPES[pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase()]
  if (type !== undefined && response.headers.has('content-type')) response.headers.set('content-type', type)
  return response
}
