import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnv } from '#app/server/env.server.ts'
import { reportText, undeliveredText } from '#app/report-desk/format-report.ts'
import { createSourceMapper } from '#app/error-reports/source-maps.server.ts'
import { listUndelivered } from '#app/error-reports/store/delivery-summary.server.ts'
import { getReport } from '#app/error-reports/store/report-lookup.server.ts'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'

/** Maximum number of lines of `--undelivered`. */
const MAX_LINES = 1_000

const USAGE = 'Usage: npm run reports -- <id or digest>\n       npm run reports -- --undelivered\n'

/**
 * Runs the command `reports`: prints a report with its source-mapped stack, or the undelivered reports with reasons.
 *
 * @param args the arguments of the command
 * @returns the exit code: 0, 1 when there is no such report or store, 2 for invalid arguments
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
  const store = await openDatabase({ dataDir, databaseUrl })
  try {
    if (query === '--undelivered') {
      process.stdout.write(undeliveredText(await listUndelivered(store, MAX_LINES), Date.now()))
      return 0
    }
    const report = await getReport(store, query)
    if (!report) {
      process.stderr.write(`${JSON.stringify(query)} matches no stored report's id or digest\n`)
      return 1
    }
    process.stdout.write(reportText(report, createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps'))))
    return 0
  } finally {
    await store.db.destroy()
  }
}
