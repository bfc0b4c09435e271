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

/**
 * Creates the store for envelopes that could not be sent, in IndexedDB. Unlike the SDK's own store it deletes an
 * envelope only after it was sent: a tab that is closed earlier loses nothing, and the server stores a duplicate once.
 */
export function createOfflineStore(): OfflineStore {
  let database: Promise<IDBDatabase> | undefined
  /** The key of the envelope that is being sent. */
  let sending: IDBValidKey | undefined

  const inStore = async <T>(work: (objects: IDBObjectStore) => Promise<T>): Promise<T | undefined> => {
    try {
      database ??= openDatabase()
      return await work((await database).transaction(NAME, 'readwrite').objectStore(NAME))
    } catch {
      // Private windows may have no IndexedDB.
      return undefined
    }
  }
  const add = (envelope: Envelope, key?: IDBValidKey): Promise<unknown> =>
    inStore(async (objects) => {
      if (key === undefined && (await result(objects.count())) >= MAX_ENVELOPES) return
      await result(objects.put(serializeEnvelope(envelope), key))
    })

  return {
    push: async (envelope) => {
      await add(envelope)
    },
    // Called when sending has failed again: the envelope keeps its place.
    unshift: async (envelope) => {
      const key = sending
      sending = undefined
      await add(envelope, key)
    },
    // Called for the next envelope, which means that the last one was sent.
    shift: () =>
      inStore(async (objects) => {
        if (sending !== undefined) await result(objects.delete(sending))
        const cursor = await result(objects.openCursor())
        sending = cursor?.key
        return cursor ? parseEnvelope(cursor.value as string | Uint8Array) : undefined
      }),
  }
}
