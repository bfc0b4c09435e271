import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnv } from '#fairlead/platform/env.server.ts'
import type { SentryFrame } from '#fairlead/error-reports/envelope/validate-items.ts'
import { createSourceMapper, type SourceMapper } from '#fairlead/report-desk/source-maps.server.ts'
import { listUndelivered, type Undelivered } from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { getReport, type StoredReport } from '#fairlead/error-reports/store/report-lookup.server.ts'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'

/** Replaces control and bidi characters in untrusted text, except line ends and tabs, for output on a terminal. */
export function terminalText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matches them on purpose
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

function time(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms)
}

function frameText(frame: SentryFrame, mapSource: SourceMapper): string[] {
  const place = mapSource(frame)
  const name = place?.name ?? frame.function ?? '?'
  if (!place) return [`    at ${name} (${frame.filename ?? '?'}:${frame.lineno ?? '?'}:${frame.colno ?? '?'})`]
  const width = String(place.around.at(-1)?.line ?? 0).length
  return [
    `    at ${name} (${place.file}:${place.line}:${place.column})`,
    ...place.around.map(
      ({ line, text }) => `      ${line === place.line ? '>' : ' '} ${String(line).padStart(width)} | ${text}`,
    ),
  ]
}

function deliveryText({ delivery }: StoredReport): string {
  if (!delivery) return 'stored here only, no ingest is configured'
  const { state, attempts, next_at: nextAt, status, reason } = delivery
  const detail = reason ?? (status === null ? '' : `status ${status}`)
  if (state === 'done') return `delivered after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  if (state === 'aside') return `failed: ${detail}`
  return `waiting, attempt ${attempts + 1} at ${time(nextAt)}${detail === '' ? '' : `: ${detail}`}`
}

/** Formats a report for a terminal, with its source-mapped stack, innermost frame first. */
export function reportText(stored: StoredReport, mapSource: SourceMapper): string {
  const { report, event } = stored
  const facts: [string, string | null][] = [
    ['Report', report.id],
    ['Digest', report.digest],
    ['Happened', time(report.at)],
    ['Received', time(report.received_at)],
    ['Where', `${report.side}${report.route === null ? '' : `, ${report.route}`}`],
    ['Release', report.release],
    ['Browser', report.browser],
    ['Locale', report.locale],
    ['Page', event.tags?.page === 'translated' ? 'translated by the browser' : null],
    ['Tab', report.tab],
    ['Trace', report.trace_id],
    ['Problem', report.fingerprint],
    ['Delivery', deliveryText(stored)],
  ]
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(9)} ${value}`]))
  // The thrown exception first, then its causes.
  const exceptions = (event.exception?.values ?? []).toReversed()
  const headline = `${report.kind}: ${report.message}`
  const stacks = exceptions.flatMap(({ type, value, stacktrace }, index) => [
    '',
    `${index === 0 ? '' : 'Caused by '}${type ?? 'Message'}: ${value ?? ''}`,
    ...(stacktrace?.frames ?? []).toReversed().flatMap((frame) => frameText(frame, mapSource)),
  ])
  return terminalText([headline, '', ...lines, ...stacks, ''].join('\n'))
}

export function undeliveredText(rows: readonly Undelivered[], now: number): string {
  if (rows.length === 0) return 'No reports are waiting and none have failed.\n'
  const lines = rows.map((row) => {
    const age = Math.max(0, Math.round((now - row.received_at) / 1_000))
    const next = row.state === 'aside' ? 'failed' : `next at ${time(row.next_at)}`
    const reason = row.reason ?? (row.attempts === 0 ? 'not tried yet' : '')
    return [row.event_id ?? `#${row.envelope}`, row.kind, `${age} s old`, `${row.attempts} tried`, next, reason].join(
      '  ',
    )
  })
  return terminalText(`${lines.join('\n')}\n`)
}

const MAX_LINES = 1_000

const USAGE = 'Usage: npm run reports -- <id or digest>\n       npm run reports -- --undelivered\n'

/**
 * Prints a report with its source-mapped stack, or the undelivered reports with reasons.
 *
 * @returns the exit code: 0, 1 if there is no such report or store, 2 for invalid arguments
 */
export async function printReports(args: readonly string[]): Promise<number> {
  const [query, ...rest] = args
  if (query === undefined || rest.length > 0 || (query.startsWith('-') && query !== '--undelivered')) {
    process.stderr.write(USAGE)
    return 2
  }
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnv()
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'reports.db'))) {
    process.stderr.write(`DATA_DIR: there is no report store in ${JSON.stringify(dataDir)}\n`)
    return 1
  }
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    if (query === '--undelivered') {
      process.stdout.write(undeliveredText(await listUndelivered(database, MAX_LINES), Date.now()))
      return 0
    }
    const report = await getReport(database, query)
    if (!report) {
      process.stderr.write(`${JSON.stringify(query)} matches no stored report's id or digest\n`)
      return 1
    }
    process.stdout.write(reportText(report, createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps'))))
    return 0
  } finally {
    await database.db.destroy()
  }
}
