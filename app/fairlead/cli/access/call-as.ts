import { backup, DatabaseSync } from 'node:sqlite'
import { fromCrossJSON, type SerovalNode, toJSONAsync } from 'seroval'
import type { FoundTarget } from '#fairlead/cli/access/application-targets.ts'
import type { Answer } from '#fairlead/cli/access/judge.ts'
import { withBasePath, withoutBasePath } from '#fairlead/platform/base-path.ts'

/** Time for a response. Of a stream that goes on, nothing is looked at. */
const RESPONSE_MS = 10_000

const HEADERS = { 'x-tsr-serverfn': 'true', accept: 'application/json' }

/** Returns the path of a call, and its request: the browser's for a server function, of a form or with data. */
export async function requestOf(target: FoundTarget, input: unknown): Promise<[path: string, init: RequestInit]> {
  const { id, method, name } = target
  if (id === undefined) {
    const { path, ...init } = (input ?? {}) as RequestInit & { path?: string }
    return [path ?? name.replaceAll(/\{?-?\$\w*\}?/g, 'example'), { ...init, method }]
  }
  const url = `/_serverFn/${id}`
  if (target.isForm || input instanceof FormData) {
    const body = input instanceof FormData ? input : new FormData()
    for (const [field, value] of input === body ? [] : Object.entries(input ?? {}))
      for (const each of [value].flat())
        if (each !== undefined) body.append(field, each instanceof Blob ? each : String(each))
    return [url, { method, headers: HEADERS, body }]
  }
  if (input === undefined) return [url, { method, headers: HEADERS }]
  const payload = JSON.stringify(await toJSONAsync({ data: input }))
  if (method === 'GET') return [`${url}?payload=${encodeURIComponent(payload)}`, { method, headers: HEADERS }]
  return [url, { method, headers: { ...HEADERS, 'content-type': 'application/json' }, body: payload }]
}

/** Returns the result of a server function; its text if it is no data that this process knows. */
export function resultIn(text: string): unknown {
  try {
    return fromCrossJSON<{ result?: unknown }>(JSON.parse(text) as SerovalNode, { refs: new Map() }).result
  } catch {
    return text
  }
}

/**
 * Sends a request of somebody with these cookies, and follows a redirect to the same path in a language.
 *
 * @param own the texts by which the rows of the owner are known
 */
export async function send(
  origin: string,
  [path, init]: [path: string, init: RequestInit],
  cookie: string,
  own: readonly string[] = [],
): Promise<Answer & { text: string }> {
  const headers = new Headers(init.headers)
  headers.set('sec-fetch-site', 'same-origin')
  headers.set('cookie', cookie)
  const options = { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(RESPONSE_MS) } as const
  const { pathname, href } = new URL(withBasePath(path), origin)
  const response = await fetch(href, options).catch(() => new Response(null, { status: 504 }))
  const text = await response.text().catch(() => '')
  const location = response.headers.get('location')
  const to = location === null ? undefined : new URL(location, href)
  if (to?.origin === origin && pathname !== '/' && to.pathname !== pathname && to.pathname.includes(pathname))
    return send(origin, [(withoutBasePath(to.pathname) ?? to.pathname) + to.search, init], cookie, own)
  const result = response.headers.has('x-tss-serialized') ? resultIn(text) : text
  return {
    status: response.status,
    location: to && (to.origin === origin ? (withoutBasePath(to.pathname) ?? to.pathname) : to.origin),
    isEmpty: !result || (Array.isArray(result) && result.length === 0),
    shows: own.find((each) => text.includes(each)),
    text,
  }
}

/**
 * Watches a database of SQLite, and restores what it had when this was called.
 *
 * @param own the texts by which the rows of the owner are known
 */
export async function watchRows(file: string, own: readonly string[]) {
  const database = new DatabaseSync(file)
  await backup(database, `${file}.seeded`)
  const seeded = new DatabaseSync(`${file}.seeded`)
  const rowsOf = (from: DatabaseSync, table: string) =>
    from
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(row))
  const tables = seeded.prepare(`select name from sqlite_schema where type = 'table'`).all()
  const owned = tables.flatMap(({ name }) => {
    const rows = rowsOf(seeded, String(name)).filter((row) => own.some((text) => row.includes(text)))
    return rows.map((row) => ({ table: String(name), row }))
  })
  // It changes when another process has written.
  const version = () => database.prepare('pragma data_version').get()?.data_version
  let last = version()
  return {
    /** Undoes what was written, and returns the table in which a row of the owner's had changed. */
    async undo(): Promise<string | undefined> {
      if (version() === last) return undefined
      const changed = owned.find(({ table, row }) => !rowsOf(database, table).includes(row))
      await backup(seeded, file)
      last = version()
      return changed?.table
    },
    [Symbol.dispose]() {
      database.close()
      seeded.close()
    },
  }
}
