import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#fairlead/platform/env.server.ts'
import { makeFolder } from '#fairlead/database/make-folder.server.ts'

/**
 * The token of the report desk: set by the operator, created at this start, stored by an earlier start, or not
 * available.
 */
export type OperatorToken =
  | { type: 'set' | 'created' | 'stored'; token: string }
  /** The desk stays closed and explains how to set a token. */
  | { type: 'none'; why: string }

/**
 * Returns the token of the report desk. Without `OPERATOR_TOKEN` the first start creates one of 192 random bits and
 * stores it in `DATA_DIR/operator-token`, which only its owner can read. Processes that start at the same time agree on
 * one token.
 *
 * @throws Error if the file does not contain a valid token
 */
export function prepareOperatorToken({
  OPERATOR_TOKEN,
  DATA_DIR,
}: Pick<Env, 'OPERATOR_TOKEN' | 'DATA_DIR'>): OperatorToken {
  if (OPERATOR_TOKEN !== undefined) return { type: 'set', token: OPERATOR_TOKEN }
  const file = join(DATA_DIR, 'operator-token')
  let type: 'created' | 'stored' = 'stored'
  let token: string
  try {
    if (createTokenFile(DATA_DIR, file)) type = 'created'
    token = readFileSync(file, 'utf8').trim()
  } catch (error) {
    return { type: 'none', why: (error as Error).message }
  }
  if (/^\S{16,512}$/.test(token)) return { type, token }
  throw new Error(
    `${file}: not a valid token; allowed: 16 to 512 characters without spaces. Delete the file to create a new one`,
  )
}

/** Creates the file; returns `false` if it exists. The file is linked into place, so no process reads a part of it. */
function createTokenFile(folder: string, file: string): boolean {
  makeFolder(folder)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
