import { afterEach } from 'vitest'
import { checkPages } from '#tests/harness/page.ts'

// A setup file, for the same reason as end-of-file.ts.
afterEach(checkPages)
