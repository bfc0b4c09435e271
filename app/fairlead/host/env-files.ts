import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** `production` is the mode of a build and of `npm start`. */
export type Mode = 'development' | 'production'

/** Reads the same files as Vite, in the same order: a later one wins. The command has to set `NODE_ENV`. */
export function readEnvFiles(mode: Mode, folder = process.cwd()): Record<string, string> {
  const files = ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]
  const variables: Record<string, string> = {}
  for (const file of files.map((name) => join(folder, name))) {
    if (existsSync(file)) Object.assign(variables, parseEnv(readFileSync(file, 'utf8')))
  }
  delete variables.NODE_ENV
  return variables
}

/** Sets the variables of the files. Variables that the environment has already stay. */
export function loadEnvFiles(mode: Mode): void {
  for (const [name, value] of Object.entries(readEnvFiles(mode))) process.env[name] ??= value
}
