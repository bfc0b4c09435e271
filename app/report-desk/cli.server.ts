import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readEnv } from '#app/server/env.server.ts'
import { reportText, undeliveredText } from '#app/report-desk/format-report.ts'
import { createSourceMapper } from '#app/error-reports/source-maps.server.ts'
import { listUndelivered } from '#app/error-reports/store/delivery-summary.server.ts'
import { getReport } from '#app/error-reports/store/report-lookup.server.ts'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'

/** Lines of `--undelivered`. */
const MOST = 1_000

const USAGE = 'Usage: npm run reports -- <id or digest>\n       npm run reports -- --undelivered\n'

/**
 * The command `reports`: prints a report with its stack in the source, or what waits for the ingest and why.
 *
 * @param args what follows the command
 * @returns the exit code: 0, 1 when there is no such report or store, 2 when the arguments are not understood
 */
export async function printReports(args: readonly string[]): Promise<number> {
  const [wanted, ...rest] = args
  if (wanted === undefined || rest.length > 0 || (wanted.startsWith('-') && wanted !== '--undelivered')) {
    process.stderr.write(USAGE)
    return 2
  }
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnv()
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'reports.db'))) {
    process.stderr.write(`DATA_DIR: there is no store of reports in ${JSON.stringify(dataDir)}\n`)
    return 1
  }
  const store = await openDatabase({ dataDir, databaseUrl })
  try {
    if (wanted === '--undelivered') {
      process.stdout.write(undeliveredText(await listUndelivered(store, MOST), Date.now()))
      return 0
    }
    const found = await getReport(store, wanted)
    if (!found) {
      process.stderr.write(`${JSON.stringify(wanted)} is no report's id and no digest that is stored\n`)
      return 1
    }
    process.stdout.write(reportText(found, createSourceMapper(process.cwd(), resolve('.vinxi/build/start/maps'))))
    return 0
  } finally {
    await store.db.destroy()
  }
}
