import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { templateFiles, type TemplateOptions } from '#fairlead/cli/template-files.ts'
import { linkPackage } from '#tests/harness/link-package.ts'
import { installLibrary, packedLibrary } from '#tests/harness/packed-library.ts'
import { linkBuildCache } from '#tests/harness/project-files.ts'

/**
 * Writes an application as `fairlead new` does, without a repository.
 *
 * @param link puts a package into the application; by default as a copy that may be added to
 */
export async function makeApplication(
  folder: string,
  options: Omit<TemplateOptions, 'library'>,
  link: (from: string, to: string) => void = linkPackage,
): Promise<void> {
  const library = await packedLibrary()
  for (const [path, text] of templateFiles({ ...options, library: `file:${library}` })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
  installLibrary(library, folder, manifest, link)
  linkBuildCache(folder)
}
