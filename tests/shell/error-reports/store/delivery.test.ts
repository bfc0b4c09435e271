import { insertEnvelopes } from '#app/error-reports/store/insert-envelopes.server.ts'
import { createStoredQueue, listUndelivered } from '#app/error-reports/store/delivery-queue.server.ts'
import { describeDelivery } from '#tests/shell/error-reports/delivery/delivery-suite.ts'
import { temporaryStore } from '#tests/shell/error-reports/store/stores.ts'

describeDelivery('the store', async () => {
  const { store, remove } = await temporaryStore()
  return {
    of: (owner) => createStoredQueue(store, owner),
    add: (records) => insertEnvelopes(store, records, true),
    undelivered: async () =>
      (await listUndelivered(store, 5)).map(({ state, attempts, reason }) =>
        state === 'aside' ? (reason ?? '') : attempts,
      ),
    remove,
  }
})
