/**
 * Counts the bytes of request bodies until their response is known, so that many large bodies at once cannot take all
 * memory. `perClient` is the limit of each client, so that one client cannot keep out the others.
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
    open: (client: string) => {
      let own = 0
      let refusal: 'client' | 'total' | undefined
      return {
        /**
         * Reserves more bytes; false if the client, or all clients together, have too many.
         *
         * @param limit of this body: a body that may have more bytes than the total is accepted while there is no other
         */
        reserve: (bytes: number, limit = 0): boolean => {
          const isOver = (before: number, most: number) => before + bytes > Math.max(most, limit)
          refusal = isOver(clients.get(client) ?? 0, perClient) ? 'client' : isOver(all, total) ? 'total' : undefined
          if (refusal) return false
          add(client, bytes)
          own += bytes
          return true
        },
        refusal: () => refusal,
        bytes: () => own,
        release: (): void => {
          add(client, -own)
          own = 0
        },
      }
    },
  }
}

export type BodyInFlight = ReturnType<BytesInFlight['open']>

export type BytesInFlight = ReturnType<typeof createBytesInFlight>
