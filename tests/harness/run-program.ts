import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export type Output = { code: number | null; out: string; err: string }

type Options = { cwd: string; env: NodeJS.ProcessEnv; limitMs?: number }

/** Runs a program of Node to its end; kills it after the limit. */
export async function runProgram(args: readonly string[], { cwd, env, limitMs }: Options): Promise<Output> {
  const child = spawn(process.execPath, args, { cwd, env, timeout: limitMs, killSignal: 'SIGKILL' })
  const exit = once(child, 'exit') as Promise<[number | null]>
  const [[code], out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { code, out, err }
}
