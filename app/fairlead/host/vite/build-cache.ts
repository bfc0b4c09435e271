import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder in which builds keep results for later builds. It may be deleted at any time. */
const FOLDER = '.vinxi/cache'

/** Time after which a file that no build has used is deleted: two weeks. */
const UNUSED_MS = 14 * 86_400_000

/** Memoizes `make` across builds. The inputs name all that its result is made of. */
export async function cached(
  inputs: readonly (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
  folder = FOLDER,
): Promise<Uint8Array> {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(`${input.length}\0`).update(input)
  const file = join(folder, hash.digest('hex'))
  const known = await readFile(file).catch(() => undefined)
  if (known) {
    // Files that no build has used for long are deleted.
    await utimes(file, new Date(), new Date()).catch(() => undefined)
    return known
  }
  const made = await make()
  await mkdir(folder, { recursive: true })
  // The file is written to a draft and renamed, so it is never incomplete.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, made)
  await rename(draft, file)
  return made
}

export async function pruneCache(now = Date.now(), folder = FOLDER): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    // The draft may have been renamed since, and another build may delete files as well.
    const found = await stat(file).catch(() => undefined)
    if (found && now - found.mtimeMs > UNUSED_MS) await rm(file, { force: true })
  }
}
