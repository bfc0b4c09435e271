import { afterAll } from 'vitest'
import { closeAll } from '#tests/harness/close-after-file.ts'

// A setup file, because test files that share a process load the harness once: a hook there would be that of the first.
afterAll(closeAll)
