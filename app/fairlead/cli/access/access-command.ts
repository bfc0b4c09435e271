import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FoundTarget, readTargets } from '#fairlead/cli/access/application-targets.ts'
import { requestOf, resultIn, send, watchRows } from '#fairlead/cli/access/call-as.ts'
import { type Answer, changesOf, faultsOf, matrixOf, type Person, type Row } from '#fairlead/cli/access/judge.ts'
import { builtFunctions } from '#fairlead/cli/built-functions.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import type { Access } from '#fairlead/testing/access.ts'
import { seed } from '#fairlead/testing/seed.ts'
import { startApplication, startedAt } from '#fairlead/testing/start-application.ts'
import { newVisitor } from '#fairlead/testing/visitor.ts'

const ACCESS = 'tests/access.ts'
const MATRIX = 'tests/access.txt'

/** Shorter texts of `own` would be found in anything. */
const OWN_CHARACTERS = 8

const USAGE = `Usage: npx fairlead access            calls every server function and server route as each person of ${ACCESS},
                                      and writes who got an answer to ${MATRIX}
       npx fairlead access --check    compares with ${MATRIX} instead of writing it`

const fault = (text: string) => new CommandError(`${ACCESS}: ${text}`)

/** True if an input has one of the texts in one of its values, or a value that is one of the numbers. */
function hasOwn(value: unknown, own: NonNullable<Access['own']>): boolean {
  if (value instanceof FormData) return hasOwn([...value.values()], own)
  if (typeof value === 'object' && value !== null) return Object.values(value).some((each) => hasOwn(each, own))
  const text = String(value)
  return own.some((each) => (typeof each === 'string' ? text.includes(each) : text === String(each)))
}

function check({ people, own = [], inputs = {} }: Access, targets: readonly FoundTarget[]): void {
  if (Object.keys(people).length < 2) throw fault('people: allowed are two or more, the owner of the rows first')
  const short = own.find((each) => typeof each === 'string' && each.length < OWN_CHARACTERS)
  if (short !== undefined)
    throw fault(`own: "${short}" is short; allowed: numbers, and texts of ${OWN_CHARACTERS} or more characters`)
  const names = new Set(targets.flatMap(({ name, file }) => [name, `${file}#${name}`]))
  const unknown = Object.keys(inputs).find((name) => !names.has(name))
  if (unknown !== undefined)
    throw fault(`inputs: there is no server function or route "${unknown}"; allowed: ${[...names].join(', ')}`)
}

/** Signs the people in. The application itself says which permissions they have. */
async function signInAll(people: Access['people'], origin: string, sessionPath: string) {
  const found: (Person & { cookie: string })[] = [{ name: 'nobody', isSignedIn: false, permissions: [], cookie: '' }]
  for (const [name, signIn] of Object.entries(people)) {
    const visitor = newVisitor(origin)
    await signIn(visitor).catch((error: Error) => {
      throw fault(`people: ${name} cannot sign in: ${error.message}`)
    })
    const cookie = Array.from(visitor.cookies, (pair) => pair.join('=')).join('; ')
    const { text } = await send(origin, [sessionPath, { headers: { 'x-tsr-serverfn': 'true' } }], cookie)
    const { session } = resultIn(text) as { session?: { permissions?: string[] } }
    if (!session) throw fault(`people: ${name} is not signed in after the function`)
    found.push({ name, isSignedIn: true, permissions: session.permissions ?? [], cookie })
  }
  return found
}

/** Calls everything as everybody, on a database of its own. */
async function callAll(root: string): Promise<{ matrix: string; faults: string[] }> {
  await using application = await startApplication()
  const { origin } = application
  const { DATA_DIR = '' } = startedAt(origin) ?? {}
  // Seeds of the application write their files there.
  process.env.DATA_DIR = DATA_DIR
  const { targets, signInPages, modules } = await readTargets(root)
  const { default: read } = (await modules.import(join(root, ACCESS))) as { default?: () => Promise<Access> }
  if (typeof read !== 'function') throw fault('it has no function as its default export')
  const access = await seed(read, origin)
  check(access, targets)
  const { own = [], inputs = {} } = access
  const texts = own.filter((each) => typeof each === 'string')
  const session = builtFunctions(root).find(
    ({ name, file }) => name === 'fetchSession' && /sessions\/session\.fun/.test(file),
  )
  const people = await signInAll(access.people, origin, `/_serverFn/${session?.id}`)
  using rows = await watchRows(join(DATA_DIR, 'app.db'), texts)
  const called: Row[] = []
  for (const target of targets) {
    const { name, file, example } = target
    const input = inputs[`${file}#${name}`] ?? inputs[name] ?? example
    const answers: Answer[] = []
    for (const { cookie } of people) {
      const answer = await send(origin, await requestOf(target, input), cookie, texts)
      answers.push({ ...answer, changes: await rows.undo() })
    }
    // A handler for all methods refuses some.
    if (answers.every(({ status }) => status === 405)) continue
    called.push({ target: { ...target, takesOwn: hasOwn(input, own) }, answers })
  }
  await modules.close()
  return { matrix: matrixOf(called, people, signInPages), faults: faultsOf(called, people, signInPages) }
}

/**
 * Calls everything as everybody, and prints the changes of the matrix and the faults.
 *
 * @returns the exit code: 1 for a fault, and with `--check` for a matrix that is not the written one
 */
export async function runAccessCommand(args: readonly string[]): Promise<number> {
  const isCheck = args[0] === '--check'
  if (args.length > Number(isCheck)) throw new CommandError(USAGE, 2)
  if (!existsSync(ACCESS)) throw fault('it is missing; the page "Sessions and guards" of the handbook has an example')
  const { matrix, faults } = await callAll(process.cwd())
  const changes = changesOf(existsSync(MATRIX) ? readFileSync(MATRIX, 'utf8') : '', matrix)
  if (!isCheck) writeFileSync(MATRIX, matrix)
  if (isCheck && changes.length > 0) changes.push(`${MATRIX} differs; npx fairlead access writes it`)
  for (const line of [...changes, ...faults]) process.stdout.write(`${line}\n`)
  return faults.length > 0 || (isCheck && changes.length > 0) ? 1 : 0
}
