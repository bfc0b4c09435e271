import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createServer } from 'vite'
import { announceChanges } from '#app/host/vite/announce-changes.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

it('files that are written while the server works are no change of the source', async () => {
  const root = temporaryFolder()
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const built = ['.output/server/index.mjs', '.output/builds/1/server/index.mjs']
  const working = ['data/reports.db-wal', '.vinxi/compile-cache/a', ...built, 'tests/.tmp/a.json']
  for (const path of [...working, 'app/page.tsx']) write(path, 'before')

  const changed: string[] = []
  const record = {
    name: 'record',
    hotUpdate: ({ file }: { file: string }) => void changed.push(relative(root, file)),
  }
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [announceChanges(root), record],
    server: { middlewareMode: true, ws: false },
  })
  onTestFinished(() => server.close())
  // Changes are seen once the watcher has seen the files.
  await vi.waitFor(() => expect(server.watcher.getWatched()[join(root, 'app')]).toContain('page.tsx'), 30_000)
  for (const path of [...working, 'data/new', 'app/page.tsx']) write(path, 'after')
  await vi.waitFor(() => expect(changed).toContain('app/page.tsx'), 30_000)
  expect(new Set(changed)).toEqual(new Set(['app/page.tsx']))
})
