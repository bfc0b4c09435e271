// Compiles the handbook in a thread of its own, for vite-plugin.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { compileHandbook, type HandbookOptions } from '#app/handbook/compiler/compile-handbook.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(await compileHandbook(workerData as HandbookOptions<string>))
