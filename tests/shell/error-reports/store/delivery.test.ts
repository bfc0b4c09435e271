import { insertEnvelopes } from '#app/error-reports/store/insert-envelopes.server.ts'
import { createStoredQueue, listUndelivered } from '#app/error-reports/store/delivery-queue.server.ts'
import { describeDelivery } from '#tests/shell/error-reports/delivery/delivery-suite.ts'
import { withStore } from '#tests/shell/error-reports/store/with-store.ts'

const { current } = withStore('sqlite')

describeDelivery('the store', () => ({
  of: (owner) => createStoredQueue(current(), owner),
  add: (records) => insertEnvelopes(current(), records, true),
  undelivered: async () =>
    (await listUndelivered(current(), 5)).map(({ state, attempts, reason }) =>
      state === 'aside' ? (reason ?? '') : attempts,
    ),
}))
