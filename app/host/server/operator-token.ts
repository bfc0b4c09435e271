import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#app/server/env.server.ts'
import { makeFolder } from '#app/database/make-folder.server.ts'

/** The token of the report desk: set by the operator, made now, kept from an earlier start, or not to be had. */
export type OperatorToken =
  | { type: 'set' | 'made' | 'kept'; token: string }
  /** The desk stays closed and says how to set a token. */
  | { type: 'none'; why: string }

/**
 * Gives the report desk its token. Where `OPERATOR_TOKEN` is unset, one of 192 random bits is made on the first start and
 * kept in `DATA_DIR/operator-token`, readable by its owner alone. Processes that start at once agree on one.
 *
 * @throws Error when the file that is there holds no token
 */
export function prepareOperatorToken({
  OPERATOR_TOKEN,
  DATA_DIR,
}: Pick<Env, 'OPERATOR_TOKEN' | 'DATA_DIR'>): OperatorToken {
  if (OPERATOR_TOKEN !== undefined) return { type: 'set', token: OPERATOR_TOKEN }
  const file = join(DATA_DIR, 'operator-token')
  let type: 'made' | 'kept' = 'kept'
  let token: string
  try {
    if (createTokenFile(DATA_DIR, file)) type = 'made'
    token = readFileSync(file, 'utf8').trim()
  } catch (error) {
    return { type: 'none', why: (error as Error).message }
  }
  if (/^\S{16,512}$/.test(token)) return { type, token }
  throw new Error(
    `${file}: holds no token; it takes at least 16 characters, none of them a space. Without it a new one is made`,
  )
}

/** Whether there was none. A link, because the file of another process must be there whole or not at all. */
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
