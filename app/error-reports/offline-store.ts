import type { Envelope, OfflineStore } from '@sentry/core'
import { parseEnvelope, serializeEnvelope } from '@sentry/core'

/** Stored envelopes; further ones are dropped. */
const MAX_ENVELOPES = 200

const NAME = 'reports'

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(NAME, { autoIncrement: true }))
  return result(request)
}

/** A store that is told which envelopes were sent: the SDK only asks for the next one, at times before the last was. */
type SentStore = OfflineStore & {
  /** Deletes an envelope that was sent, if it is one of the store. */
  sent: (envelope: Envelope) => Promise<void>
}

/**
 * Creates the store for envelopes that could not be sent, in IndexedDB. Unlike the SDK's own store it deletes an
 * envelope only after it was sent: a tab that is closed earlier loses nothing, and the server stores a duplicate once.
 */
export function createOfflineStore(): SentStore {
  let database: Promise<IDBDatabase> | undefined
  /** The keys of the envelopes that are being sent. */
  const sending = new Map<Envelope, IDBValidKey>()

  const inStore = async <T>(work: (objects: IDBObjectStore) => Promise<T>): Promise<T | undefined> => {
    try {
      database ??= openDatabase()
      return await work((await database).transaction(NAME, 'readwrite').objectStore(NAME))
    } catch {
      // Private windows may have no IndexedDB.
      return undefined
    }
  }

  return {
    push: async (envelope) => {
      await inStore(async (objects) => {
        if ((await result(objects.count())) < MAX_ENVELOPES) await result(objects.put(serializeEnvelope(envelope)))
      })
    },
    // Called when sending has failed again: the envelope has kept its place.
    unshift: (envelope) => Promise.resolve(void sending.delete(envelope)),
    shift: () =>
      inStore(async (objects) => {
        const taken = new Set(sending.values())
        const key = (await result(objects.getAllKeys())).find((one) => !taken.has(one))
        if (key === undefined) return undefined
        const envelope = parseEnvelope((await result(objects.get(key))) as string | Uint8Array)
        sending.set(envelope, key)
        return envelope
      }),
    sent: async (envelope) => {
      const key = sending.get(envelope)
      if (key === undefined) return
      await inStore((objects) => result(objects.delete(key)))
      sending.delete(envelope)
    },
  }
}
