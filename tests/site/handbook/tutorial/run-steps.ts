import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { readChoice } from '#fairlead/cli/new-command.ts'
import { freePort } from '#tests/harness/free-port.ts'
import { makeApplication } from '#tests/harness/make-application.ts'
import { applyDiff } from '#tests/site/handbook/tutorial/apply-diff.ts'
import { readSteps, sectionOf, type Step } from '#tests/site/handbook/tutorial/read-steps.ts'

/** Longest time for a command, and for a server to respond, in milliseconds. */
export const COMMAND_LIMIT_MS = 180_000

/** A command that runs until it is stopped. */
const SERVER = /(^| )npm (start|run (start|dev))\b/

/** Returns the environment of a terminal in which somebody works on an application, on a machine without settings for git. */
function environment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { VITEST: _, NODE_ENV: __, ...inherited } = process.env
  const git = {
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Reader',
    GIT_AUTHOR_EMAIL: 'reader@example.org',
    GIT_COMMITTER_NAME: 'Reader',
    GIT_COMMITTER_EMAIL: 'reader@example.org',
  }
  return { ...inherited, ...git, ...extra }
}

type Running = { output: () => string; exit: Promise<number | null>; kill: () => void }

/** Starts a shell script in a process group of its own, which `kill` ends as a whole. */
function startScript(script: string, cwd: string, env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd,
    env: environment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exit = once(child, 'close').then(([code]) => code as number | null)
  const kill = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  return { output: () => output, exit, kill }
}

/** Returns the failures that `npm test` of an application wrote: the end of CI shows only the first line of an error. */
const failuresIn = (output: string): string[] =>
  stripVTControlCharacters(output).match(/(?<=^ *(?:FAILED|FAIL) +)\S.*/gm) ?? []

/**
 * Runs a shell script.
 *
 * @returns what it wrote
 * @throws Error with what it wrote, if it fails or takes longer than `limitMs`.
 */
export async function runScript(script: string, cwd: string, limitMs = COMMAND_LIMIT_MS): Promise<string> {
  const { output, exit, kill } = startScript(script, cwd)
  let expired = false
  const timer = setTimeout(() => {
    expired = true
    kill()
  }, limitMs)
  const code = await exit
  clearTimeout(timer)
  if (expired) throw new Error(`${script}\ntook longer than ${limitMs} ms\n${output()}`)
  if (code !== 0) throw new Error(`${[script, ...failuresIn(output())].join(', ')}\nexited with ${code}\n${output()}`)
  return output()
}

/** Starts a server by its command, waits until it responds at its port, and stops it. */
export async function tryServer(script: string, cwd: string, limitMs = COMMAND_LIMIT_MS): Promise<void> {
  const port = await freePort()
  const { output, exit, kill } = startScript(script, cwd, { PORT: String(port), HOST: '127.0.0.1' })
  const ended = new AbortController()
  void exit.then(() => ended.abort())
  try {
    const until = performance.now() + limitMs
    while (performance.now() < until) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
      if (response?.ok) return
      if (response && response.status >= 500)
        throw new Error(`${script}\nresponds with ${response.status}\n${output()}`)
      if (ended.signal.aborted) throw new Error(`${script}\nended before it responded\n${output()}`)
      await sleep(200)
    }
    throw new Error(`${script}\ndid not respond within ${limitMs} ms\n${output()}`)
  } finally {
    kill()
    await exit
  }
}

type Options = {
  /** Name of the page, for errors. */
  name: string
  folder: string
  limitMs?: number
  /** Receives the commands that start a server, instead of trying them at their place. */
  servers?: string[]
  /** Returns the source of another page, that this one tells to follow. */
  readPage?: (page: string) => string
  /** Sections that the folder has, such as `data.md#queries`: they are not followed again. Receives those of the page. */
  followed?: Set<string>
}

/** The command that makes the application of a page, which goes on in its folder. One that is there is left alone. */
const NEW = /^npm run new -- \S+ (.*)\ncd .*/

/** Makes an application by the options of the command, such as `--name Harbour`, in the folder and with its first commit. */
export async function runNew(options: string, folder: string): Promise<void> {
  await makeApplication(folder, await readChoice([folder, ...options.split(' ')]))
  await runScript("git init --quiet && git add --all && git commit --quiet --message 'Begin'", folder)
}

async function runStep(step: Step, options: Options): Promise<void> {
  const { folder, limitMs = COMMAND_LIMIT_MS, servers, readPage, followed } = options
  if (step.type === 'follow') {
    if (!readPage) throw new Error('there are no other pages')
    const name = `${step.page}.md`
    if (followed?.has(`${name}#${step.section}`)) return
    await followPage(sectionOf(readPage(step.page), step.section), { ...options, name })
    return
  }
  if (step.type === 'run') {
    const [command = '', made] = NEW.exec(step.script) ?? []
    if (made !== undefined && !existsSync(join(folder, 'package.json'))) await runNew(made, folder)
    const script = step.script.slice(command.length)
    const serves = script.split('\n').some((line) => SERVER.test(line))
    if (serves && servers) servers.push(script)
    else await (serves ? tryServer : runScript)(script, folder, limitMs)
    return
  }
  const file = join(folder, step.path)
  if (step.type === 'edit') {
    writeFileSync(file, applyDiff(readFileSync(file, 'utf8'), step.diff))
  } else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, step.content)
  }
}

/**
 * Does what a Markdown page says, in a folder: writes its files, applies its diffs and runs its commands, in order.
 *
 * @throws Error that names the page, the line of the block, and what happened.
 */
export async function followPage(source: string, options: Options): Promise<void> {
  const { name, followed } = options
  for (const step of readSteps(source, name)) {
    try {
      await runStep(step, options)
    } catch (error) {
      const file = step.type === 'write' || step.type === 'edit' ? `${step.path}: ` : ''
      throw new Error(`${name}:${step.line}: ${file}${(error as Error).message}`, { cause: error })
    }
  }
  for (const [, id] of source.matchAll(/^#+ .*\{#([\w-]+)\}$/gm)) followed?.add(`${name}#${id}`)
}
