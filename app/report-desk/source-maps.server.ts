import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SentryFrame } from '#app/error-reports/envelope/validate-items.ts'

/** The position of a frame in the source. `line` and `column` count from 1. `around` are the neighbouring lines. */
export type SourcePlace = {
  file: string
  line: number
  column: number
  name: string | undefined
  around: readonly { line: number; text: string }[]
}

/** Maps a frame of built code to the source; `undefined` when there is no map for it. */
export type SourceMapper = (frame: SentryFrame) => SourcePlace | undefined

/** Characters of a file's name; longer ones are not looked up. */
const MAX_NAME_LENGTH = 4_096

/** Lines shown before and after the frame's. */
const AROUND = 3

/** Characters of a line: a library's file may be one line. */
const MAX_LINE_LENGTH = 300

/** Maps that are followed: a map may point into a file that was itself built. */
const MAX_STEPS = 3

type Loaded = { map: SourceMap; payload: SourceMapPayload; folder: string }

/** The built folders, below the project's root. Frames are untrusted, so no other files are read. */
const SERVER_FOLDERS = ['.output/builds', '.vinxi/build']

/**
 * Creates the function that maps frames by the source maps of this build, which are never in a public folder. Caches
 * the maps.
 *
 * @param root the project's root
 * @param clientMaps the folder with the maps of the browser's files
 */
export function createSourceMapper(root: string, clientMaps: string): SourceMapper {
  const cache = new Map<string, Loaded | undefined>()
  const readable = [...SERVER_FOLDERS.map((folder) => resolve(root, folder)), resolve(clientMaps)]

  const load = (mapFile: string): Loaded | undefined => {
    if (!cache.has(mapFile)) cache.set(mapFile, read(mapFile))
    return cache.get(mapFile)
  }
  const read = (mapFile: string): Loaded | undefined => {
    if (!readable.some((folder) => mapFile.startsWith(folder + sep)) || !existsSync(mapFile)) return undefined
    try {
      const payload = JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMapPayload
      return { map: new SourceMap(payload), payload, folder: dirname(mapFile) }
    } catch {
      return undefined
    }
  }

  return (frame) => {
    const { filename, lineno, colno } = frame
    if (typeof filename !== 'string' || filename.length > MAX_NAME_LENGTH || typeof lineno !== 'number')
      return undefined
    let mapFile = mapFileOf(filename, clientMaps)
    let [line, column] = [lineno, typeof colno === 'number' ? colno : 1]
    let place: SourcePlace | undefined
    for (let step = 0; step < MAX_STEPS && mapFile !== undefined; step++) {
      const loaded = load(mapFile)
      const entry = loaded?.map.findEntry(line - 1, column - 1)
      // Code that the build generated has an entry without a source.
      if (!loaded || !entry || !('originalSource' in entry) || entry.originalSource === undefined) break
      ;[line, column] = [entry.originalLine + 1, entry.originalColumn + 1]
      const file = resolve(loaded.folder, entry.originalSource.replace(/^file:\/\//, ''))
      const around = linesAround(loaded.payload, entry.originalSource, line)
      place = {
        file: file.startsWith(root + sep) ? file.slice(root.length + 1) : file,
        line,
        column,
        name: (entry as { name?: string }).name,
        around,
      }
      mapFile = `${file}.map`
    }
    return place
  }
}

function mapFileOf(filename: string, clientMaps: string): string | undefined {
  if (/^https?:/.test(filename)) {
    const path = URL.canParse(filename) ? new URL(filename).pathname : ''
    return /^(\/[\w.-]+)+$/.test(path) && !path.includes('..') ? resolve(`${clientMaps}${path}.map`) : undefined
  }
  const path = filename.startsWith('file:') ? fileUrlToPath(filename) : filename
  return path === undefined ? undefined : resolve(`${path}.map`)
}

/** Returns the path of a `file:` URL; `undefined` when it is invalid or names a host. */
function fileUrlToPath(url: string): string | undefined {
  try {
    return fileURLToPath(url)
  } catch {
    return undefined
  }
}

function linesAround(
  { sources, sourcesContent }: SourceMapPayload,
  source: string,
  line: number,
): SourcePlace['around'] {
  const content = sourcesContent?.[sources.indexOf(source)]
  if (typeof content !== 'string') return []
  const first = Math.max(1, line - AROUND)
  return content
    .split('\n')
    .slice(first - 1, line + AROUND)
    .map((text, index) => ({ line: first + index, text: text.slice(0, MAX_LINE_LENGTH) }))
}
