import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Limits of passwords, and the cost of a hash: 32 MiB of memory and some 0.2 s. */
export const PASSWORDS = {
  minChars: 8,
  maxChars: 256,
  logN: 15,
  r: 8,
  p: 3,
  saltBytes: 16,
  keyBytes: 32,
  concurrent: 2,
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

let running = 0
const waiting: (() => void)[] = []

/** Derives a key, few at a time: the threads that do it also read files. */
async function deriveKey(password: string, salt: Buffer, bytes: number, { logN, r, p }: Cost): Promise<Buffer> {
  if (running >= PASSWORDS.concurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    const maxmem = 256 * r * 2 ** logN
    return await derive(password.normalize('NFKC'), salt, bytes, { N: 2 ** logN, r, p, maxmem })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Cost = { logN: number; r: number; p: number }

function format({ logN, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** The hash that an attempt on an account that does not exist is compared with. */
const UNKNOWN = format(PASSWORDS, Buffer.alloc(PASSWORDS.saltBytes), Buffer.alloc(PASSWORDS.keyBytes))

/**
 * Returns the hash of a password by scrypt, with its salt and cost, for a column of type text.
 *
 * @throws RangeError for a password whose length is not allowed
 */
export async function hashPassword(password: string): Promise<string> {
  const { minChars, maxChars, saltBytes, keyBytes } = PASSWORDS
  if (password.length < minChars || password.length > maxChars) {
    throw new RangeError(`a password has ${minChars} to ${maxChars} characters`)
  }
  const salt = randomBytes(saltBytes)
  return format(PASSWORDS, salt, await deriveKey(password, salt, keyBytes, PASSWORDS))
}

/**
 * True if a password has this hash. `undefined` stands for an account that does not exist: it takes as long, so that
 * nobody learns which accounts there are.
 *
 * @throws Error for a text that is no hash
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = FORMAT.exec(hash ?? UNKNOWN) ?? []
  if (logN === undefined) throw new Error('This is no hash of a password.')
  const expected = Buffer.from(key, 'base64url')
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const typed = password.slice(0, PASSWORDS.maxChars)
  const actual = await deriveKey(typed, Buffer.from(salt, 'base64url'), expected.length, cost)
  return timingSafeEqual(actual, expected) && hash !== undefined && typed === password
}
