import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SentryFrame } from '#app/error-reports/envelope/validate-items.ts'

/** Where a frame is in what people wrote. `line` and `column` count from 1. `around` are the lines of the source. */
export type SourcePlace = {
  file: string
  line: number
  column: number
  name: string | undefined
  around: readonly { line: number; text: string }[]
}

/** Finds the place in the source behind a place in what was built; `undefined` when there is no map for it. */
export type SourceMapper = (frame: SentryFrame) => SourcePlace | undefined

/** Characters of a file's name, beyond which there is no such file. */
const LONGEST_NAME = 4_096

/** Lines before and after the one in question. */
const AROUND = 3

/** Characters of a line that are shown: a library's file may be one line. */
const LINE = 300

/** A map may point into a file that was built itself: that many times. */
const STEPS = 3

type Loaded = { map: SourceMap; payload: SourceMapPayload; folder: string }

/** The built folders, below the project's root. Frames come from strangers: nothing else is read for them. */
const SERVER_FOLDERS = ['.output/server', '.vinxi/build']

/**
 * Reads source maps of this build, which lie beside the server and never in a public folder. Maps are kept once read.
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
    if (typeof filename !== 'string' || filename.length > LONGEST_NAME || typeof lineno !== 'number') return undefined
    let mapFile = mapFileOf(filename, clientMaps)
    let [line, column] = [lineno, typeof colno === 'number' ? colno : 1]
    let place: SourcePlace | undefined
    for (let step = 0; step < STEPS && mapFile !== undefined; step++) {
      const loaded = load(mapFile)
      const entry = loaded?.map.findEntry(line - 1, column - 1)
      // What the build itself wrote has an entry without a source.
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
  const path = filename.startsWith('file:') ? pathOfUrl(filename) : filename
  return path === undefined ? undefined : resolve(`${path}.map`)
}

/** The path of a file's URL; `undefined` where it is none, or names another host. */
function pathOfUrl(url: string): string | undefined {
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
    .map((text, index) => ({ line: first + index, text: text.slice(0, LINE) }))
}
