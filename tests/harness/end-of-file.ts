import { afterAll } from 'vitest'
import { closeAll } from '#tests/harness/close-after-file.ts'

// This is a setup file, because test files in one process load the harness once: its hooks would run only for the
// first.
afterAll(closeAll)
