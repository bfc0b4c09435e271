import { afterEach } from 'vitest'
import { checkAllPages } from '#tests/harness/page.ts'

// A setup file, for the same reason as end-of-file.ts.
afterEach(checkAllPages)
