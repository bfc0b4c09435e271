import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { createStoredQueue, listUndelivered } from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { describeDelivery } from '#tests/fairlead/error-reports/delivery/delivery-suite.ts'
import { withStore } from '#tests/fairlead/error-reports/store/with-store.ts'

const { current } = withStore('sqlite')

describeDelivery('the store', () => ({
  of: (owner) => createStoredQueue(current(), owner),
  add: (records) => insertEnvelopes(current(), records, true),
  undelivered: async () =>
    (await listUndelivered(current(), 5)).map(({ state, attempts, reason }) =>
      state === 'aside' ? (reason ?? '') : attempts,
    ),
}))
