import type { Envelope, OfflineStore } from '@sentry/core'
import { parseEnvelope, serializeEnvelope } from '@sentry/core'

/** Envelopes kept for later; beyond that new ones are dropped. */
const MOST = 200

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
 * Keeps envelopes in IndexedDB that could not be sent. Unlike the SDK's own store it forgets one only after it was sent:
 * a tab that is closed meanwhile loses nothing, and what it sends twice the server keeps once.
 */
export function createOfflineStore(): OfflineStore {
  let database: Promise<IDBDatabase> | undefined
  /** What was handed out last and is on its way. */
  let sending: IDBValidKey | undefined

  const inStore = async <T>(work: (objects: IDBObjectStore) => Promise<T>): Promise<T | undefined> => {
    try {
      database ??= openDatabase()
      return await work((await database).transaction(NAME, 'readwrite').objectStore(NAME))
    } catch {
      // Private windows may have no IndexedDB: then there is nothing to keep it in.
      return undefined
    }
  }
  const add = (envelope: Envelope, key?: IDBValidKey): Promise<unknown> =>
    inStore(async (objects) => {
      if (key === undefined && (await result(objects.count())) >= MOST) return
      await result(objects.put(serializeEnvelope(envelope), key))
    })

  return {
    push: async (envelope) => {
      await add(envelope)
    },
    // Could not be sent again: it stays, or comes back, in its place.
    unshift: async (envelope) => {
      const key = sending
      sending = undefined
      await add(envelope, key)
    },
    // Asked for the next one, which means that the last was sent.
    shift: () =>
      inStore(async (objects) => {
        if (sending !== undefined) await result(objects.delete(sending))
        const cursor = await result(objects.openCursor())
        sending = cursor?.key
        return cursor ? parseEnvelope(cursor.value as string | Uint8Array) : undefined
      }),
  }
}
