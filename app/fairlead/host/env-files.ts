import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** `production` is the mode of a build and of `npm start`. */
export type Mode = 'development' | 'production'

/** The files are Vite's, and so is their order: a later one wins. `NODE_ENV` is for the command to say. */
export function readEnvFiles(mode: Mode, folder = process.cwd()): Record<string, string> {
  const files = ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]
  const variables: Record<string, string> = {}
  for (const file of files.map((name) => join(folder, name))) {
    if (existsSync(file)) Object.assign(variables, parseEnv(readFileSync(file, 'utf8')))
  }
  delete variables.NODE_ENV
  return variables
}

/** Leaves variables that the environment has already. */
export function loadEnvFiles(mode: Mode): void {
  for (const [name, value] of Object.entries(readEnvFiles(mode))) process.env[name] ??= value
}
