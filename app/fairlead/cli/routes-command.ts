import { parseArgs } from 'node:util'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { describeRequest, explainRequest } from '#fairlead/cli/explain-request.ts'
import { readParts } from '#fairlead/host/read-parts.ts'
import { appContext, warningLines } from '#fairlead/host/vite/table-warnings.ts'
import { readRoutingTable, routingTableFile } from '#fairlead/host/vite/routing-plugin.ts'
import { describeTable } from '#fairlead/navigation/routing-table/explain/explain.ts'
import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'

/** @throws CommandError with every issue of the table */
export async function loadTable(root = process.cwd()): Promise<Routing> {
  try {
    return await readRoutingTable(root)
  } catch (error) {
    throw new CommandError(`${routingTableFile(root)}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const USAGE = `Usage: npm run routes                           prints the table in the order it applies
       npm run routes -- [--header 'name: value']… [--json] /path    explains one request`

function readArguments(args: readonly string[]) {
  const headers = new Headers({ host: 'localhost' })
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { header: { type: 'string', multiple: true, short: 'H' }, json: { type: 'boolean', default: false } },
    })
    for (const header of values.header ?? []) {
      const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(header) ?? []
      headers.set(name.trim(), value.trim())
    }
    if (positionals.length < 2) return { url: positionals[0], headers, json: values.json }
  } catch {
    // An option is unknown, or a header's name or value is not valid.
  }
  throw new CommandError(USAGE, 2)
}

/** Prints the table in the order it applies, or the stages that one request meets: `/path --header 'name: value'`. */
export async function printRoutes(args: readonly string[]): Promise<void> {
  const { url, headers, json } = readArguments(args)
  if (url === undefined && json) {
    throw new CommandError('--json explains one request, and needs its path; paths start with /')
  }
  if (url?.startsWith('/') === false) throw new CommandError(`${JSON.stringify(url)} is not a path; paths start with /`)
  const routing = await loadTable()
  const context = appContext(routing, process.cwd())
  let output: string
  if (url === undefined) {
    output = describeTable(routing, context).join('\n')
  } else {
    const guarded = (await readParts()).flatMap((part) => part.guarded ?? [])
    const tunnelPath = process.env.SENTRY_TUNNEL_PATH || undefined
    const explained = explainRequest(routing, { ...context, guarded, tunnelPath }, { url, headers })
    output = json ? JSON.stringify(explained, null, 2) : describeRequest(explained).join('\n')
  }
  process.stdout.write(`${output}\n`)
  for (const line of warningLines(routing)) process.stderr.write(`${line}\n`)
}
