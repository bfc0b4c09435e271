/** A parsed DSN, without its obsolete secret. */
export type Dsn = { protocol: string; key: string; host: string; path: string; project: string }

/** The DSN that stands for none: the browser's SDK does nothing without one. Nothing is ever sent to it. */
export const LOCAL_DSN = 'https://public@errors.invalid/0'

/** Parses `https://key@host/project`, with an optional port, path and secret; `undefined` if it is not a DSN. */
export function parseDsn(text: string): Dsn | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || url.search || url.hash) return undefined
  const groups = /^(?<path>\/(?:.*\/)?)(?<project>[^/]+)\/?$/.exec(url.pathname)?.groups
  if (!groups) return undefined
  return {
    protocol: url.protocol,
    key: url.username,
    host: url.host,
    path: groups.path ?? '/',
    project: groups.project ?? '',
  }
}

/** Serializes a DSN, without a secret. */
export function dsnText({ protocol, key, host, path, project }: Dsn): string {
  return `${protocol}//${key}@${host}${path}${project}`
}

export function isSameDsn(a: Dsn, b: Dsn): boolean {
  return dsnText(a) === dsnText(b)
}

/** Returns the URL to which envelopes for a DSN are sent. */
export function ingestUrl({ protocol, host, path, project }: Dsn): string {
  return `${protocol}//${host}${path}api/${project}/envelope/`
}
