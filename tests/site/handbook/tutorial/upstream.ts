import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runScript } from '#tests/site/handbook/tutorial/run-steps.ts'

/** Files that a clone changes by their nature: the only ones in which a merge may have conflicts. */
export const OF_THE_CLONE = /^app\/((site|routing|server|parts)\.ts|routes\/.*)$|^app\.config\.ts$/

/** The file that removing a part edits: it has the scripts of the part. */
export const EDITED_BY_REMOVAL = /^package\.json$/

const list = (output: string): string[] => output.split('\n').filter(Boolean)

async function trackedFiles(folder: string): Promise<string[]> {
  return list(await runScript('git -c core.quotePath=false ls-files', folder))
}

/** Commits everything in a folder. */
export async function commit(folder: string, message: string): Promise<void> {
  await runScript(`git add --all && git commit --quiet --message '${message}'`, folder)
}

/** Makes a repository of a folder, with one commit on its branch `main`. */
export async function createRepository(folder: string): Promise<void> {
  await runScript('git init --quiet --initial-branch main', folder)
  await commit(folder, 'release')
}

function edit(folder: string, paths: readonly string[], change: (text: string, path: string) => string): void {
  for (const path of paths) {
    const text = readFileSync(join(folder, path), 'utf8')
    // Others are no text.
    if (!text.includes('\0')) writeFileSync(join(folder, path), change(text, path))
  }
}

/** Commits a release that works: all modules of the shell have one more line, one has moved, and one is new. */
export async function commitRelease(folder: string): Promise<void> {
  await runScript('git mv app/fairlead/navigation/loading/logo.tsx app/fairlead/navigation/loading/mark.tsx', folder)
  const modules = (await trackedFiles(folder)).filter((path) => /^(app|tests)\/.*\.tsx?$/.test(path))
  edit(folder, modules, (text, path) => {
    const moved = text.replaceAll('#fairlead/navigation/loading/logo.tsx', '#fairlead/navigation/loading/mark.tsx')
    return OF_THE_CLONE.test(path) ? moved : `${moved}// Of the next release.\n`
  })
  edit(folder, ['package.json'], (text) => text.replace(/"version": ".*"/, '"version": "99.0.0"'))
  writeFileSync(join(folder, 'app/fairlead/platform/next-release.ts'), 'export const release = 99\n')
  await commit(folder, 'next release')
}

/**
 * Commits the worst release for whoever merges it: every line of every file is another one. Whatever a clone has changed
 * then is a conflict, unless it is a file of its own.
 */
export async function commitRewrite(folder: string): Promise<void> {
  const paths = await trackedFiles(folder)
  edit(
    folder,
    paths.filter((path) => path !== '.gitattributes'),
    (text) => text.replaceAll(/^.*$/gm, '$& rewritten'),
  )
  await commit(folder, 'rewrite')
}

/** Deletes and commits what a clone has deleted since its first commit, as removing a part does. */
export async function commitRemovals(folder: string, clone: string): Promise<void> {
  const release = (await runScript('git rev-list --max-parents=0 HEAD', clone)).trim()
  const deleted = await runScript(
    `git -c core.quotePath=false diff --name-only --diff-filter=D --no-renames ${release} HEAD`,
    clone,
  )
  writeFileSync(join(folder, '.git/deleted'), deleted)
  if (list(deleted).some((path) => existsSync(join(folder, path)))) {
    await runScript('git rm --quiet --pathspec-from-file=.git/deleted', folder)
    await runScript("git commit --quiet --message 'remove'", folder)
  }
}

/** Returns the files with conflicts of a merge. */
export async function unmergedFiles(folder: string): Promise<string[]> {
  return list(await runScript('git -c core.quotePath=false diff --name-only --diff-filter=U', folder))
}

/** Merges `upstream/main` into a clone; returns the files with conflicts, and undoes the merge. */
export async function conflictsOfMerge(clone: string): Promise<string[]> {
  await runScript('git fetch --quiet upstream', clone)
  await runScript('git merge --quiet --no-edit upstream/main || true', clone)
  const unmerged = await unmergedFiles(clone)
  await runScript('git reset --quiet --hard ORIG_HEAD', clone)
  return unmerged
}
