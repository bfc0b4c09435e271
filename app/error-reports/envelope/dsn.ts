/** What a DSN says, without its secret part, which nothing uses any more. */
export type Dsn = { protocol: string; key: string; host: string; path: string; project: string }

/** Stands in when no DSN is configured: the browser's SDK does nothing without one. Nothing is ever sent to it. */
export const LOCAL_DSN = 'https://public@errors.invalid/0'

/** Reads `https://key@host/project`, with an optional port, path and secret; `undefined` when it is none. */
export function parseDsn(text: string): Dsn | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || url.search || url.hash) return undefined
  const parts = /^(?<path>\/(?:.*\/)?)(?<project>[^/]+)\/?$/.exec(url.pathname)?.groups
  if (!parts) return undefined
  return {
    protocol: url.protocol,
    key: url.username,
    host: url.host,
    path: parts.path ?? '/',
    project: parts.project ?? '',
  }
}

/** The DSN as text, without a secret. */
export function dsnText({ protocol, key, host, path, project }: Dsn): string {
  return `${protocol}//${key}@${host}${path}${project}`
}

/** Whether two DSNs mean the same project with the same key. */
export function isSameDsn(a: Dsn, b: Dsn): boolean {
  return dsnText(a) === dsnText(b)
}

/** Where the ingest of a DSN takes envelopes. */
export function ingestUrl({ protocol, host, path, project }: Dsn): string {
  return `${protocol}//${host}${path}api/${project}/envelope/`
}
