import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SentryFrame } from '#fairlead/error-reports/envelope/validate-items.ts'

/** The position of a frame in the source. `line` and `column` count from 1. `around` are the neighbouring lines. */
export type SourcePlace = {
  file: string
  line: number
  column: number
  name: string | undefined
  around: readonly { line: number; text: string }[]
}

/** Maps a frame of built code to the source; `undefined` if there is no map for it. */
export type SourceMapper = (frame: SentryFrame) => SourcePlace | undefined

const LIMITS = {
  /** The characters of a file's name. Longer names are not looked up. */
  nameLength: 4_096,
  /** The lines shown before and after a frame's line, and their characters: a library's file may be a single line. */
  around: 3,
  lineLength: 300,
  /** The number of maps that are followed: a map may point into a file that was itself built. */
  steps: 3,
} as const

/** True for the number of a line or a column that a file can have. */
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

type Loaded = { map: SourceMap; payload: SourceMapPayload; folder: string }

/** The built folders, below the project's root. Frames are untrusted, so no other files are read. */
const SERVER_FOLDERS = ['.output/builds', '.vinxi/build']

/**
 * Maps frames by the source maps of this build, which are never in a public folder.
 *
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
    if (typeof filename !== 'string' || filename.length > LIMITS.nameLength || !isPlace(lineno)) return undefined
    let mapFile = mapFileOf(filename, clientMaps)
    let [line, column] = [lineno, isPlace(colno) ? colno : 1]
    let place: SourcePlace | undefined
    for (let step = 0; step < LIMITS.steps && mapFile !== undefined; step++) {
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
  try {
    if (!/^https?:/.test(filename)) {
      return resolve(`${filename.startsWith('file:') ? fileURLToPath(filename) : filename}.map`)
    }
    const { pathname } = new URL(filename)
    const isPlain = /^(\/[\w.-]+)+$/.test(pathname) && !pathname.includes('..')
    return isPlain ? resolve(`${clientMaps}${pathname}.map`) : undefined
  } catch {
    // The URL is invalid, or belongs to a file on another host.
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
  const first = Math.max(1, line - LIMITS.around)
  return content
    .split('\n')
    .slice(first - 1, line + LIMITS.around)
    .map((text, index) => ({ line: first + index, text: text.slice(0, LIMITS.lineLength) }))
}
