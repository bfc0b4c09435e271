import { once } from 'node:events'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { start } from 'node:repl'
import { inspect } from 'node:util'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { applicationDatabase } from '#fairlead/database/database.server.ts'
import { type ApplicationModules, openApplicationModules } from '#fairlead/host/vite/application-modules.ts'

const USAGE = `Usage: npx fairlead run SCRIPT [ARGUMENT…]    runs a script of the application, such as app/seed.ts`

/** Names that the console provides, by their public entry. */
const AT_HAND = {
  'fairlead/database.server': ['database', 'transaction'],
  'fairlead/jobs.server': ['enqueue'],
  'fairlead/cache.server': ['invalidate'],
}

/** The call of an import, but no property or longer name. */
const IMPORT = /(?<![\w$.])import(?=\s*\()/g

const LOADER_FRAMES = /^ +at .*(?:vite\/dist\/node\/module-runner|fairlead\/cli\/).*\n?/gm

/**
 * The message of a failed migration, or of a module that Vite cannot load, is enough; other errors have their stack.
 */
function textOf(error: unknown): string {
  const isMessage = error instanceof Error && (error.name === 'MigrationError' || 'runnerError' in error)
  return isMessage ? error.message : inspect(error).replaceAll(LOADER_FRAMES, '').trimEnd()
}

/** Runs work with the modules of the application, closes its database, and ends the process with the code. */
async function withModules(run: (modules: ApplicationModules) => Promise<unknown>): Promise<never> {
  const modules = await openApplicationModules()
  try {
    await run(modules)
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`)
    process.exitCode = 1
  }
  await applicationDatabase().close()
  await modules.close()
  // Open handles must not keep the process: the work has ended.
  process.exit()
}

/**
 * Evaluates a script with the application's modules, and ends the process after it: with 1 if it throws.
 *
 * @param args the script, and its arguments, which follow its path in `process.argv`
 * @throws CommandError if there is no such file
 */
export async function runScript([script, ...args]: readonly string[]): Promise<never> {
  if (script === undefined) throw new CommandError(USAGE, 2)
  const file = resolve(script)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandError(`${script}: not a file; allowed: the path of a script, such as app/seed.ts`)
  }
  process.argv.splice(1, Infinity, file, ...args)
  return withModules((modules) => modules.import(file))
}

/** Opens Node's REPL with the application's modules, and ends the process when it is left. */
export async function openConsole(args: readonly string[]): Promise<never> {
  if (args.length > 0) throw new CommandError('Usage: npx fairlead console', 2)
  return withModules(async (modules) => {
    const atHand: Record<string, unknown> = {}
    for (const [entry, names] of Object.entries(AT_HAND)) {
      const module = await modules.import(entry)
      for (const name of names) atHand[name] = module[name]
    }
    const server = start({ prompt: 'fairlead> ', useGlobal: true })
    Object.assign(server.context, atHand, { importModule: modules.import })
    const evaluate = server.eval
    // The `import()` of Node's REPL knows neither JSX nor the application's modules that the library imports.
    Object.assign(server, {
      eval: (code: string, ...rest: [never, never, never]) =>
        evaluate.call(server, code.replaceAll(IMPORT, 'importModule'), ...rest),
    })
    await once(server, 'exit')
  })
}
