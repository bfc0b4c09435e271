/** The memory that request bodies of this process take together. */
export type BytesInFlight = {
  /** Opens the account of one request. */
  open: (client: string) => Reservation
}

/** The bytes of one request. */
export type Reservation = {
  /** Reserves more bytes; false when its client, or all clients together, have too many. */
  reserve: (bytes: number) => boolean
  /** The reason for the last refusal. */
  refusal: () => 'client' | 'total' | undefined
  /** Reserved bytes. */
  bytes: () => number
  /** Releases all of them. */
  release: () => void
}

/**
 * Counts the bytes of request bodies from the moment they are read until their response is known, so that many large
 * bodies at once cannot take all memory.
 *
 * @param limits bytes: of all requests, and of one client's, so that one client cannot keep out the others
 */
export function createBytesInFlight({ total, perClient }: { total: number; perClient: number }): BytesInFlight {
  let all = 0
  const clients = new Map<string, number>()
  const add = (client: string, bytes: number): void => {
    all += bytes
    const left = (clients.get(client) ?? 0) + bytes
    if (left > 0) clients.set(client, left)
    else clients.delete(client)
  }
  return {
    open(client) {
      let own = 0
      let refusal: 'client' | 'total' | undefined
      return {
        reserve(bytes) {
          refusal =
            (clients.get(client) ?? 0) + bytes > perClient ? 'client' : all + bytes > total ? 'total' : undefined
          if (refusal) return false
          add(client, bytes)
          own += bytes
          return true
        },
        refusal: () => refusal,
        bytes: () => own,
        release() {
          add(client, -own)
          own = 0
        },
      }
    },
  }
}
