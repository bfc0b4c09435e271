import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { languageFiles, PARTS } from '#app/host/commands/parts.ts'
import { readRoutingTable } from '#app/host/vite/routing-plugin.ts'

const TABLE = 'app/routing.ts'

/** The changes that remove one part, or why it cannot be removed. */
export type Removal =
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'ready'; readonly deleted: readonly string[]; readonly edits: readonly Edit[] }

/** The new text of a file, and what is different. */
type Edit = { readonly path: string; readonly text: string; readonly change: string }

type Languages = { readonly locales: readonly string[]; readonly defaultLocale: string }

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

/** Expands the patterns. Braces around `-$locale` are part of a name. */
function existing(root: string, patterns: readonly string[]): string[] {
  const literal = (pattern: string) => pattern.replaceAll('{-$locale}', '[{]-$locale[}]')
  return patterns.flatMap((pattern) => globSync(literal(pattern), { cwd: root })).toSorted()
}

/** Returns package.json without scripts; `undefined` if it has none of them. */
function withoutScripts(root: string, scripts: readonly string[]): Edit | undefined {
  const path = 'package.json'
  const json = JSON.parse(read(root, path)) as { scripts: Record<string, string> }
  const removed = scripts.filter((script) => Object.hasOwn(json.scripts, script))
  if (removed.length === 0) return undefined
  for (const script of removed) delete json.scripts[script]
  return { path, text: `${JSON.stringify(json, null, 2)}\n`, change: `without the scripts ${removed.join(', ')}` }
}

function planLanguage(root: string, locale: string, { defaultLocale }: Languages): Removal {
  const refused = (why: string): Removal => ({ type: 'refused', why })
  if (locale === defaultLocale) {
    return refused(`${locale} is the default language; make another one the default in ${TABLE} first`)
  }
  if (read(root, 'package.json').includes(`"./app/locales/${locale}/*"`)) {
    return refused(`#messages/ in package.json is the folder of ${locale}; it has to be that of the default language`)
  }
  const table = read(root, TABLE)
  const text = table.replace(/(\blocales:\s*\[)([^[\]]*)\]/, (_, start: string, list: string) => {
    const kept = list.split(',').filter((item) => item.trim() !== '' && item.trim().slice(1, -1) !== locale)
    return `${start}${kept.join(',').trimStart()}]`
  })
  if (text === table) return refused(`${TABLE} does not list ${locale} as plain text; remove it there by hand first`)
  const edit = { path: TABLE, text, change: `without '${locale}' in locales` }
  return { type: 'ready', deleted: existing(root, languageFiles(locale)), edits: [edit] }
}

/** Plans the removal of a part or a language. Changes nothing. */
export function planRemoval(root: string, name: string, languages: Languages): Removal {
  if (languages.locales.includes(name)) return planLanguage(root, name, languages)
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
  if (!part) {
    const allowed = [...Object.keys(PARTS), ...languages.locales.filter((locale) => locale !== languages.defaultLocale)]
    return {
      type: 'refused',
      why: `${JSON.stringify(name)} is not a part or a language of this application; allowed: ${allowed.join(', ')}`,
    }
  }
  if (!existsSync(join(root, `app/${name}`))) return { type: 'refused', why: `${name} has been removed already` }
  const edit = withoutScripts(root, part.scripts)
  return { type: 'ready', deleted: existing(root, part.files), edits: edit ? [edit] : [] }
}

/** Returns the paths with changes that no commit has; none without git. */
function uncommitted(root: string, paths: readonly string[]): string[] {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

/**
 * Removes parts of the application and prints what it deletes and edits. It refuses parts with changes that are not
 * committed, unless `--force` is given.
 *
 * @returns the exit code
 */
export async function removePart(args: readonly string[], root = process.cwd()): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { force: { type: 'boolean' } },
  })
  const refuse = (why: string): number => {
    process.stderr.write(`${why}\n`)
    return 1
  }
  if (positionals.length === 0)
    return refuse(`name what to remove; allowed: ${Object.keys(PARTS).join(', ')}, a language`)
  // All are checked before anything is changed, because they edit the same files.
  for (const name of positionals) {
    const plan = planRemoval(root, name, await readRoutingTable(root))
    if (plan.type === 'refused') return refuse(plan.why)
    const changed = values.force ? [] : uncommitted(root, [...plan.deleted, ...plan.edits.map(({ path }) => path)])
    if (changed.length > 0) {
      return refuse(
        `${name} has changes that are not committed; commit them, or add -- --force:\n${changed.join('\n')}`,
      )
    }
  }
  for (const name of new Set(positionals)) {
    const plan = planRemoval(root, name, await readRoutingTable(root))
    if (plan.type === 'refused') return refuse(plan.why)
    for (const path of plan.deleted) {
      rmSync(join(root, path), { recursive: true })
      process.stdout.write(`deleted ${path}\n`)
    }
    for (const { path, text, change } of plan.edits) {
      writeFileSync(join(root, path), text)
      process.stdout.write(`edited  ${path}: ${change}\n`)
    }
  }
  return 0
}
