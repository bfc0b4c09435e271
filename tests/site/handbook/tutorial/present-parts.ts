import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PARTS, presentParts } from '#fairlead/cli/parts.ts'

const REMOVE = /^(npm run remove --|node app\/fairlead\/cli\/cli\.ts remove)((?: [\w-]+)+)$/gm
const LANGUAGE = /^[a-z]{2}$/
const LANGUAGE_FOLDER = / app\/locales\/[a-z]{2}(?= |$)/gm

/**
 * Returns a script of a page without the parts and languages that a folder no longer has: the pages remove the parts that
 * Fairlead comes with, and a site with this handbook may have removed some before.
 */
export function ofPresentParts(script: string, folder: string): string {
  const has = (path: string) => existsSync(join(folder, path))
  const isGone = (name: string) =>
    (Object.hasOwn(PARTS, name) && !presentParts(folder).includes(name)) ||
    (LANGUAGE.test(name) && !has(`app/locales/${name}`))
  return script
    .replaceAll(REMOVE, (_, command: string, list: string) => {
      const names = list.trim().split(' ')
      const present = names.filter((name) => !isGone(name))
      return present.length > 0 ? `${command} ${present.join(' ')}` : ':'
    })
    .replaceAll(LANGUAGE_FOLDER, (path) => (has(path.trim()) ? path : ''))
}
