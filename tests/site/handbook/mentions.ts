import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles, root } from '#tests/harness/project-files.ts'

/** Paths that the pages use as examples: of an application of their own, of an earlier release, or of Next.js. */
export const EXAMPLES = [
  /^app\/(alerts|buoy|cdn|tides|gauges|charts|pictures)(\/|$)/,
  /^app\/(database(\/migrations|\/tables\.d\.ts)?|env\.d\.ts|seed\.ts)(\/|$)/,
  /^(tests\/)?(tides|tide-list|tide-store|origin|gauges|accounts|fonts|header|mail|uploads|charts|buoys?|harbour|pictures)\.[a-z.]*test\.ts$/,
  /^tests\/(accounts\.ts|access\.(ts|txt))$/,
  // What the application of the pages begins with.
  /^AGENTS\.md$/,
  /^app\/guestbook(\/|$)/,
  // Its pages: this site has its own below the languages.
  /^app\/routes\/(?!__root\b|\{-\$locale\}(\/|$))/,
  /^app\/routes\/\{-\$locale\}\/(tides|buoy|blog|shop|next|docs|about|_shop)\b/,
  /^app\/shell\/(visitor\.|messages\.d\.ts$)/,
  /^(app\/(accounts|auth|mail|tasks|uploads)(\/|$)|upload-store\.server\.ts$)/,
  /^app\/(about|blog|shop|next)(\/|$)/,
  // A language that is to be added.
  /^app\/(locales|handbook\/content)\/(?!en\b)[a-z]{2}(\/|$)/,
  /^app\/locales\/en\/(tides|buoy|menu|(entry|reset)-mail)\.json$/,
  /^app\/lab\/item\.ts$/,
  // What from-next writes, and what it wrote.
  /^(MOVE\.md|app\/messages\.d\.ts|app\/ported)$/,
  // Names of earlier releases.
  /^(details|mark|upload|visitor)\.tsx?$/,
  /^(layout|loading|error|global-error|not-found|page(\.functions)?|route|template|middleware|instrumentation|003-short-name)\.(tsx?|md)$/,
  /^(favicon\.ico|icon\.svg|default\.tsx|(robots|sitemap)\.ts)$/,
  /^app\/home\/harbour\.jpg$/,
  /^public\/(manifest\.webmanifest|robots\.txt|\$\{file\})$/,
]

/** All files of the project. */
export const files = projectFiles()
export const read = (path: string) => readFileSync(join(root, path), 'utf8')
export const { scripts, imports } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'imports',
  Record<string, string>
>
/** The pages of the handbook, and the README. */
export const pages = files.filter((path) => path === 'README.md' || /^app\/handbook\/content\/.*\.md$/.test(path))

export type Mention = { page: string; text: string }

/** Pieces of a page, each with the page's path. Code blocks are read apart from inline code. */
export const mentions = (pattern: RegExp, of: (source: string) => string = (source) => source): Mention[] =>
  pages.flatMap((page) => [...of(read(page)).matchAll(pattern)].map(([whole, text = whole]) => ({ page, text })))

const withoutBlocks = (source: string) => source.replaceAll(/^```.*?^```$/gms, '')
export const inlineCode = mentions(/`([^`\n]+)`/g, withoutBlocks)
export const blocks = mentions(/^```\w*\n(.*?)^```$/gms)

export const show = ({ page, text }: Mention) => `${page}: ${text}`

/** Exported names of the application, each with the files that export it. */
export function exportedNames(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const add = (name: string, file: string) => names.set(name, [...(names.get(name) ?? []), file])
  for (const file of files.filter((path) => /^(app|tests)\/.*\.tsx?$/.test(path) || path === 'app.config.ts')) {
    const source = read(file)
    const declared = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
    for (const [, name = ''] of source.matchAll(declared)) add(name, file)
    for (const [, list = ''] of source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)) {
      for (const part of list.split(',')) add(part.replace(/^.* as |^\s*type /, '').trim(), file)
    }
  }
  return names
}
