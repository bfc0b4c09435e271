import { defineEnv } from 'fairlead/env'

export default defineEnv({
  TIDES_UNIT: { kind: 'choice', of: ['metres', 'feet'], default: 'metres' },
  TIDES_KEY: { kind: 'text', secret: true, minLength: 8, example: 'key-of-the-tests' },
  /** Only tests of jobs start them. */
  TEST_JOBS: { kind: 'flag', default: false },
})
