import { spawnSync } from 'node:child_process'
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { SVG_COMPILER } from '#app/from-next/port-elements.ts'
import type { NextApplication } from '#app/from-next/read-application.ts'
import { imageHosts } from '#app/from-next/routing-table.ts'
import { SOURCE, filesBelow, isReadable } from '#app/from-next/source.ts'
import { PARTS } from '#fairlead/cli/parts.ts'

export type Output = { readonly text: string } | { readonly copyOf: string }

/** Parts that an application from Next.js does not begin with. Its reports have a desk. */
export const LEFT_OUT: readonly string[] = ['lab', 'handbook', 'from-next']

/** Files of this project that are about the site that it comes with. */
const OF_THE_SITE =
  /^(tests\/site|app\/home|\.ci|\.github|from-next)\/|^app\/routes\/\{-\$locale\}\/index\.tsx$|^(README|LICENSE)/

const NEVER = new Set(['node_modules', '.git', '.output', '.vinxi', 'data', 'tests/.tmp'])

/** Returns the files of the project that Git knows, or all of them where Git does not know the project. */
function projectFiles(project: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout } = spawnSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 10_000_000 })
  const known = status === 0 ? stdout.split('\0').filter((path) => path && existsSync(join(project, path))) : []
  if (known.includes('package.json')) return known
  // An application beside the project's own files is not part of it.
  return filesBelow(project, (path, entry) => {
    const isOther = entry.isDirectory() && existsSync(join(project, path, 'package.json'))
    return !NEVER.has(path) && entry.name !== 'node_modules' && !isOther
  })
}

/** The frame of every page without a header of its own, and without rules of layout: the application has both. */
const SHELL = `import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FlashMessage } from '#fairlead/forms/flash-message.tsx'
import { LazyVersionSkewNotice, Progress } from '#fairlead/navigation/loading/navigation-status.tsx'

/** What stands around every page. The header and the footer are those of the application. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <>
      <Progress label={t('progress')} offline={t('offline')} />
      <FlashMessage className={undefined} />
      {children}
      <LazyVersionSkewNotice explain={t('versionSkew.explain')} reload={t('versionSkew.reload')} />
    </>
  )
}
`

/** The module of the plugin for environment variables, which the build finds by its path. */
export const ENVIRONMENT = 'app/ported/vite-plugin.ts'

const ENVIRONMENT_TEXT = `import { loadEnv, type Plugin } from 'vite'

/**
 * Environment variables in the modules that came from Next.js, by their own names: those that begin with NEXT_PUBLIC_ get
 * the values of the build, and the browser has no others.
 */
function environment(root: string): Plugin {
  let values: Record<string, string | undefined> = {}
  return {
    name: 'ported-environment',
    enforce: 'pre',
    configResolved({ mode }) {
      values = { ...loadEnv(mode, root, ''), ...process.env }
    },
    transform(code, id) {
      if (!id.includes('/app/ported/') || !code.includes('process.env')) return undefined
      const isBrowser = this.environment.config.consumer === 'client'
      const replaced = code.replace(/\\bprocess\\.env\\b(?:\\.(\\w+))?/g, (text: string, name?: string) => {
        if (name === 'NODE_ENV') return text
        if (name?.startsWith('NEXT_PUBLIC_')) return JSON.stringify(values[name]) ?? 'undefined'
        return isBrowser ? (name === undefined ? '({})' : 'undefined') : text
      })
      return { code: replaced, map: null }
    },
  }
}
`

type Compilers = { readonly hasMdx: boolean; readonly mdxComponents: string | undefined; readonly hasSvg: boolean }

export function pluginText({ hasMdx, mdxComponents, hasSvg }: Compilers): string {
  const options = mdxComponents === undefined ? '' : `{ providerImportSource: '${mdxComponents}' }`
  const imports = [
    ...(hasMdx ? [`import mdx from '@mdx-js/rollup'`] : []),
    ...(hasSvg ? [`import svgr from '${SVG_COMPILER}'`] : []),
  ]
  const plugins = [
    'environment(root)',
    ...(hasMdx ? [`{ ...(mdx(${options}) as Plugin), enforce: 'pre' }`] : []),
    ...(hasSvg ? ['svgr()'] : []),
  ]
  return `${imports.map((line) => `${line}\n`).join('')}${ENVIRONMENT_TEXT}
export default function createPlugins({ root }: { root: string }): Plugin[] {
  return [${plugins.join(', ')}]
}
`
}

/** Styles of the error pages and of the progress line only: no resets, fonts or colours for the application's elements. */
function stylesText(project: string): string {
  const base = readFileSync(join(project, 'app/fairlead/styles/base.css'), 'utf8')
  const hidden = /\n(\/\* Read by a screen reader[\s\S]*)$/.exec(base)?.[1] ?? ''
  return `@import './tokens.css';\n\n/* The application's own styles decide about dark and light. */\nhtml {\n  color-scheme: normal;\n}\n\n${hidden}`
}

/** Returns the files of this project that an application changes: its name, icon and frame. */
export function ownFiles(project: string, application: NextApplication, name: string | undefined): Map<string, Output> {
  const { icon, openGraphImage } = picturesOf(application)
  const hosts = imageHosts(application)
  const read = (path: string) => readFileSync(join(project, path), 'utf8')
  const edited = (path: string, edits: readonly (readonly [RegExp, string | undefined | false])[]) =>
    edits.reduce(
      (text, [pattern, value]) =>
        typeof value === 'string' ? text.replace(pattern, (_, start: string) => start + value) : text,
      read(path),
    )
  const preview = openGraphImage && { ...openGraphImage, alt: openGraphImage.alt || (name ?? 'Preview') }
  const texts = {
    'app/shell/shell.tsx': SHELL,
    'app/styles/styles.css': stylesText(project),
    'app/site.ts': edited('app/site.ts', [
      [/(export const basePath: [^=\n]{1,60}= )'[^']*'/, `'${application.basePath}'`],
      [/(export const siteName = )'[^']*'/, name !== undefined && JSON.stringify(name)],
      [/(return )`\$\{page\} · \$\{siteName\}`/, name !== undefined && 'page'],
      [/(export const contentSources: [^=\n]{1,60}= )\{\}/, hosts.length > 0 && `{ images: ${JSON.stringify(hosts)} }`],
      [/(export const openGraphImage: [^=\n]{1,60}= )\{[^}]{1,500}\}/, preview && JSON.stringify(preview)],
    ]),
    'app/routes/__root.tsx': edited('app/routes/__root.tsx', [
      [
        /(\{ rel: 'icon', href: )withBasePath\('[^']*'\), type: '[^']*' \}/,
        icon && `withBasePath(${JSON.stringify(icon.href)}), type: ${JSON.stringify(icon.type)} }`,
      ],
    ]),
  }
  return new Map(Object.entries(texts).flatMap(([path, text]) => (text === read(path) ? [] : [[path, { text }]])))
}

/** Packages that only a build needs. */
const OF_BUILD = /^(@types\/|vite-plugin-|@?tailwindcss|postcss|autoprefixer|@fontsource|@mdx-js\/)/

/**
 * Returns the files of a clone without the parts and pages of this site, on which an application is written.
 *
 * @param packages to add, each with its version
 * @param styles the packages among them that style sheets import
 */
export function baseFiles(
  project: string,
  packages: Readonly<Record<string, string>>,
  styles: readonly string[],
): Map<string, Output> {
  const patterns = LEFT_OUT.flatMap((part) => PARTS[part]?.files ?? [])
  const removed = patterns.flatMap((pattern) =>
    globSync(pattern.replaceAll('{-$locale}', '[{]-$locale[}]'), { cwd: project }),
  )
  const isRemoved = (path: string) => removed.some((entry) => path === entry || path.startsWith(`${entry}/`))
  const files = projectFiles(project).filter(
    (path) => !OF_THE_SITE.test(path) && !isRemoved(path) && lstatSync(join(project, path)).isFile(),
  )
  const base = new Map(files.map((path): [string, Output] => [path, { copyOf: join(project, path) }]))
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
    'scripts' | 'dependencies' | 'devDependencies',
    Record<string, string>
  >
  for (const script of LEFT_OUT.flatMap((part) => PARTS[part]?.scripts ?? [])) delete manifest.scripts[script]
  // A server needs no style sheet, and its bundle would leave out the packages that it needs.
  const isOfBuild = ([name]: readonly [string, string]) => styles.includes(name) || OF_BUILD.test(name)
  const groups = Object.groupBy(Object.entries(packages), (entry) =>
    isOfBuild(entry) ? 'devDependencies' : 'dependencies',
  )
  for (const key of ['dependencies', 'devDependencies'] as const) {
    const all = { ...Object.fromEntries(groups[key] ?? []), ...manifest[key] }
    manifest[key] = Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  base.set('package.json', { text: `${JSON.stringify(manifest, null, 2)}\n` })
  return base
}

const PICTURE =
  /^(?:src\/)?app\/(?:\([^/]+\)\/)*(favicon\.ico|icon\d?\.(?:ico|jpe?g|png|svg)|apple-icon\d?\.(?:jpe?g|png)|opengraph-image\d?\.(?:jpe?g|png|gif))$/

/** Formats besides PNG have the size of a common preview. */
function sizeOf(path: string): { width: number; height: number } {
  const bytes = readFileSync(path)
  const isPng = bytes.length > 24 && bytes.readUInt32BE(0) === 0x89_50_4e_47
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 1_200, height: 630 }
}

type Pictures = {
  /** The place of each in `public`, by its path in the application. */
  readonly places: ReadonlyMap<string, string>
  readonly icon: { readonly href: string; readonly type: string } | undefined
  readonly openGraphImage:
    | { readonly url: string; readonly alt: string; readonly width: number; readonly height: number }
    | undefined
}

/** The icons and the preview of an application's root, as files of `public`, and what this project says of them. */
export function picturesOf({ root, files }: NextApplication): Pictures {
  const places = new Map<string, string>()
  let icon: Pictures['icon']
  let openGraphImage: Pictures['openGraphImage']
  const typeOf = (path: string) =>
    path.endsWith('.svg')
      ? 'image/svg+xml'
      : path.endsWith('.ico')
        ? 'image/x-icon'
        : `image/${path.replace(/^.*\./, '').replace('jpg', 'jpeg')}`
  const own = files.find((path) => /^public\/(favicon|icon)\.(ico|png|svg)$/.test(path))
  if (own !== undefined) icon = { href: own.slice('public'.length), type: typeOf(own) }
  for (const path of files) {
    const [, name] = PICTURE.exec(path) ?? []
    if (name === undefined) continue
    const isApple = name.startsWith('apple-icon')
    const place = isApple ? 'apple-touch-icon.png' : name
    if (isApple && !name.endsWith('.png')) continue
    places.set(path, place)
    if (name.startsWith('icon') || (name.startsWith('favicon') && !icon))
      icon = { href: `/${name}`, type: typeOf(name) }
    if (name.startsWith('opengraph-image')) {
      const text = path.replace(/\.\w+$/, '.alt.txt')
      const alt = files.includes(text) ? readFileSync(join(root, text), 'utf8').trim() : ''
      openGraphImage = { url: `/${name}`, alt, ...sizeOf(join(root, path)) }
    }
  }
  return { places, icon, openGraphImage }
}

/** What a style sheet names by a relative path: other style sheets, configs of Tailwind CSS, pictures. */
const NAMED_IN_CSS = /(?:@(?:import|config|plugin|reference)\s+(?:url\()?|url\()\s*["']?(\.{1,2}\/[^"')\s?#]+)/g

const TAILWIND_CONFIG = /^tailwind\.config\.([cm]?[jt]s)$/

/** Returns the files that style sheets need: what they name, the configs of PostCSS and of Tailwind CSS. */
export function styleFiles({ root, files }: NextApplication, styles: readonly string[]): Map<string, Output> {
  const found = new Map<string, Output>()
  const known = new Set(files)
  const queue = [...styles]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (!known.has(path) || !path.endsWith('.css') || !isReadable(join(root, path))) continue
    for (const [, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(NAMED_IN_CSS)) {
      const base = posix.join(posix.dirname(path), name)
      const target = [base, `${base}.css`, `${base}.ts`, `${base}.js`].find((each) => known.has(each))
      if (target === undefined || found.has(`app/ported/${target}`)) continue
      found.set(`app/ported/${target}`, SOURCE.test(target) ? unchecked(root, target) : { copyOf: join(root, target) })
      queue.push(target)
    }
  }
  const post = files.find((path) => /^postcss\.config\.[cm]?[jt]s$|^\.?postcssrc/.test(path))
  if (styles.length === 0 || post === undefined) return found
  const isModule = /\bexport\s/.test(readFileSync(join(root, post), 'utf8'))
  found.set(isModule ? post.replace(/\.js$/, '.mjs') : post.replace(/\.js$/, '.cjs'), { copyOf: join(root, post) })
  const config = files.find((path) => TAILWIND_CONFIG.test(path))
  if (config === undefined) return found
  found.set(`app/ported/${config}`, unchecked(root, config))
  const text = `import original from './app/ported/${config}'\n\nexport default { ...original, content: ['./app/**/*.{js,jsx,ts,tsx,mdx}'] }\n`
  found.set('tailwind.config.mjs', { text })
  return found
}

function unchecked(root: string, path: string): Output {
  return {
    text: `// @ts-nocheck -- from-next: ${path}\n/* oxlint-disable */\n${readFileSync(join(root, path), 'utf8')}`,
  }
}

export function packagesOfStyles({ root, files, packages }: NextApplication): string[] {
  const texts = files.filter((path) => path.endsWith('.css') && isReadable(join(root, path)))
  const all = texts.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  return Object.keys(packages).filter((name) => all.includes(`'${name}`) || all.includes(`"${name}`))
}
