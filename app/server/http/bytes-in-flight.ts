/**
 * Counts the bytes of request bodies of this process from the moment they are read until their response is known, so that
 * many large bodies at once cannot take all memory.
 *
 * @param limits bytes: of all requests, and of one client's, so that one client cannot keep out the others
 */
export function createBytesInFlight({ total, perClient }: { total: number; perClient: number }) {
  let all = 0
  const clients = new Map<string, number>()
  const add = (client: string, bytes: number): void => {
    all += bytes
    const left = (clients.get(client) ?? 0) + bytes
    if (left > 0) clients.set(client, left)
    else clients.delete(client)
  }
  return {
    /** Opens the account of one request. */
    open: (client: string) => {
      let own = 0
      let refusal: 'client' | 'total' | undefined
      return {
        /** Reserves more bytes; false when its client, or all clients together, have too many. */
        reserve: (bytes: number): boolean => {
          refusal =
            (clients.get(client) ?? 0) + bytes > perClient ? 'client' : all + bytes > total ? 'total' : undefined
          if (refusal) return false
          add(client, bytes)
          own += bytes
          return true
        },
        /** Returns the reason for the last refusal. */
        refusal: () => refusal,
        /** Returns the number of reserved bytes. */
        bytes: () => own,
        release: (): void => {
          add(client, -own)
          own = 0
        },
      }
    },
  }
}

export type BytesInFlight = ReturnType<typeof createBytesInFlight>
