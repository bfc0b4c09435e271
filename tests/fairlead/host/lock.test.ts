import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { takeLock } from '#fairlead/host/lock.mjs'
import { root } from '#tests/harness/project-files.ts'

it('a lock is held by one process at a time, and released by its end, even by a kill', async () => {
  const name = randomUUID()
  const module = pathToFileURL(join(root, 'app/fairlead/host/lock.mjs')).href
  const script = `const { takeLock } = await import('${module}')
await takeLock('${name}')
console.log('taken')
setInterval(() => {}, 1_000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: process.cwd() })
  await once(holder.stdout, 'data')
  const onWait = vi.fn()
  const taking = [takeLock(name, onWait), takeLock(name, onWait)]
  await vi.waitFor(() => expect(onWait).toHaveBeenCalledTimes(2))
  const first = Promise.race(taking)
  holder.kill('SIGKILL')
  const release = await first
  const taken: unknown[] = []
  for (const lock of taking) void lock.then(() => taken.push(lock))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(taken).toHaveLength(1)
  release()
  for (const lock of await Promise.all(taking)) lock()
})
