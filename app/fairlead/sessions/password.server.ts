import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { setResponseHeader } from '@tanstack/react-start/server'
import { noticeText } from '#fairlead/errors/document-context.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/** Limits of passwords, and the cost of a hash: 32 MiB of memory and some 0.2 s. */
export const PASSWORDS = {
  minChars: 8,
  maxChars: 256,
  logN: 15,
  r: 8,
  p: 3,
  saltBytes: 16,
  keyBytes: 32,
  /** Hashes at a time: the threads that make them also read files. */
  concurrent: 2,
  /** Hashes that wait for one of these: some four seconds. */
  waiting: 40,
  waitingOfClient: 10,
  retryAfterSeconds: 5,
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

type Caller = { client: string | undefined; signal: AbortSignal | undefined }

/** Returns a function that runs work, few at a time. It throws the error of `full` when too much work waits. */
export function createPasswordQueue(limits: typeof PASSWORDS, full: () => Promise<Error> | Error) {
  let running = 0
  const waiting: { client: string | undefined; start: () => void }[] = []

  const isFull = (client: string | undefined): boolean =>
    waiting.length >= limits.waiting ||
    (client !== undefined && waiting.filter((each) => each.client === client).length >= limits.waitingOfClient)

  const wait = ({ client, signal }: Caller) =>
    new Promise<void>((resolve, reject) => {
      const entry = { client, start: resolve }
      waiting.push(entry)
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal.reason as Error)
      })
    })

  return async <T>(caller: Caller, work: () => Promise<T>): Promise<T> => {
    caller.signal?.throwIfAborted()
    if (running < limits.concurrent) running += 1
    else if (isFull(caller.client)) throw await full()
    else await wait(caller)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.start()
      else running -= 1
    }
  }
}

const enqueue = createPasswordQueue(PASSWORDS, async () => {
  if (!getRequestContext()) return new Error('Too many passwords wait to be hashed; hash them one after another.')
  setResponseHeader('retry-after', String(PASSWORDS.retryAfterSeconds))
  return new PublicError('PASSWORDS_BUSY', 503, await noticeText('signInUnavailable'))
})

/** Derives a key, unless its visitor has closed the connection before its turn. */
function deriveKey(password: string, salt: Buffer, bytes: number, { logN, r, p }: Cost): Promise<Buffer> {
  const { client, request } = getRequestContext() ?? {}
  const maxmem = 256 * r * 2 ** logN
  return enqueue({ client: client?.key, signal: request?.signal }, () =>
    derive(password.normalize('NFKC'), salt, bytes, { N: 2 ** logN, r, p, maxmem }),
  )
}

type Cost = { logN: number; r: number; p: number }

function format({ logN, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** The password for an account that does not exist is compared with this hash. */
const UNKNOWN = format(PASSWORDS, Buffer.alloc(PASSWORDS.saltBytes), Buffer.alloc(PASSWORDS.keyBytes))

/**
 * Returns the hash of a password by scrypt, with its salt and cost, for a column of type text. In a request await
 * `limitSignIn` before, and look first at what costs less: a token, or whether the account may be made.
 *
 * @throws RangeError for a password whose length is not allowed
 * @throws PublicError 503, with `Retry-After`, when too many wait to be hashed
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
 * @throws PublicError 503, with `Retry-After`, when too many wait to be hashed
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
