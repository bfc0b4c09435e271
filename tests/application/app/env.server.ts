import { defineEnv } from 'fairlead/env'
import * as v from 'valibot'

export default defineEnv({
  secret: v.object({ TIDES_KEY: v.pipe(v.string(), v.minLength(8), v.examples(['key-of-the-tests'])) }),
  server: v.object({
    TIDES_UNIT: v.optional(v.picklist(['metres', 'feet']), 'metres'),
    /** Only tests of jobs start them. */
    TEST_JOBS: v.optional(v.pipe(v.string(), v.parseBoolean({ truthy: ['on'], falsy: ['off'] })), 'off'),
  }),
  public: v.object({ TIDES_SOURCE: v.optional(v.string(), 'the harbour') }),
})
