import { join, relative } from 'node:path'
import { expect, it, vi } from 'vitest'
import { announceChanges } from '#fairlead/host/vite/announce-changes.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'
import { startVite } from '#tests/fairlead/host/vite/start-vite.ts'

it('files that are written while the server works are no change of the source', async () => {
  const root = temporaryFolder()
  const write = (paths: readonly string[], content: string) =>
    writeFiles(root, Object.fromEntries(paths.map((path) => [path, content])))
  const built = ['.output/server/index.mjs', '.output/builds/1/server/index.mjs']
  const working = ['data/reports.db-wal', '.vinxi/compile-cache/a', ...built, 'tests/.tmp/a.json']
  write([...working, 'app/page.tsx'], 'before')

  const changed: string[] = []
  const hotUpdate = ({ file }: { file: string }) => void changed.push(relative(root, file))
  const server = await startVite(root, announceChanges(root), { name: 'record', hotUpdate })
  // Changes are seen once the watcher has seen the files.
  await vi.waitFor(() => expect(server.watcher.getWatched()[join(root, 'app')]).toContain('page.tsx'), 30_000)
  write([...working, 'data/new', 'app/page.tsx'], 'after')
  await vi.waitFor(() => expect(changed).toContain('app/page.tsx'), 30_000)
  expect(new Set(changed)).toEqual(new Set(['app/page.tsx']))
})
