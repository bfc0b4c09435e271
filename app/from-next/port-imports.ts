import type { ESTree } from 'vite'
import { INTL_HOOKS } from '#app/from-next/async-component.ts'
import { isFunction, nameOfExport } from '#app/from-next/imports-and-exports.ts'
import { type Edit, walk } from '#app/from-next/parse-source.ts'
import type { ApplicationModule, Target } from '#app/from-next/read-application.ts'

/** Collects imports, and writes them. Of imports by the same name the first counts. */
export class Needs {
  readonly #names = new Map<string, Set<string>>()
  readonly #locals = new Map<string, string>()

  readonly add = (from: string, name: string, local = name): void => {
    if ((this.#locals.get(local) ?? from) !== from) return
    this.#locals.set(local, from)
    const names = this.#names.get(from) ?? new Set()
    this.#names.set(from, names.add(name === local ? name : `${name} as ${local}`))
  }

  get code(): string {
    return [...this.#names].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`).join('')
  }
}

/** Imports of Next.js whose names have counterparts; `undefined`: none is needed. */
export const IMPORTS: Readonly<Record<string, { from: string; name: string } | undefined>> = {
  'next/link#default': { from: '#app/navigation/link.tsx', name: 'Link' },
  'next/image#default': undefined,
  'next-intl/server#setRequestLocale': undefined,
  'next-intl/server#unstable_setRequestLocale': undefined,
  'next/navigation#useRouter': { from: '@tanstack/react-router', name: 'useRouter' },
  'next/navigation#usePathname': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useSearchParams': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useParams': { from: '@tanstack/react-router', name: 'useParams' },
  'next/navigation#useSelectedLayoutSegment': undefined,
  'next/navigation#useSelectedLayoutSegments': undefined,
  'next-intl/routing#defineRouting': undefined,
  'next-intl#Locale': undefined,
  'next-intl#NextIntlClientProvider': undefined,
  'next-intl#hasLocale': { from: '#app/navigation/locale/locale.ts', name: 'isLocale' },
  ...Object.fromEntries(
    ['useTranslations', 'useLocale', 'useFormatter', 'useMessages', 'useNow', 'useTimeZone'].map((name) => [
      `next-intl#${name}`,
      { from: 'use-intl', name },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(INTL_HOOKS).map(([name, hook = '']) => [name, { from: 'use-intl', name: hook }]),
  ),
}

/** Modules of the written application that stand for those of Next.js. */
export const STUB = '#app/ported/next/stub.tsx'
export const SERVER = '#app/ported/next/server.ts'

/** Names of Next.js that the written application has as they are. */
export const RUNTIME: Readonly<Record<string, RegExp | undefined>> = {
  'next/headers': /^(cookies|headers|draftMode)$/,
  'next/cache':
    /^(revalidatePath|revalidateTag|updateTag|expireTag|unstable_cache|unstable_noStore|connection|(unstable_)?cache(Tag|Life))$/,
  'next/server': /^(NextRequest|NextResponse|after|connection)$/,
  'next/navigation': /^(notFound|redirect|permanentRedirect)$/,
}

type TypeInput = {
  readonly resolve: (from: string, specifier: string) => Target
  /** True for an export of a file that is only a type. */
  readonly isType: (path: string, name: string) => boolean
}

/** Marks imports and exports of types: a build compiles each module in isolation, and would look for their values. */
export function typeEdits(
  { path, facts, source: { program } }: ApplicationModule,
  { resolve, isType }: TypeInput,
): Edit[] {
  const isTypeOf = (specifier: string, name: string) => {
    const target = resolve(path, specifier)
    return target.type === 'file' && isType(target.path, name)
  }
  const exported = new Set(
    program.body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && !node.source
        ? node.specifiers.map(({ local }) => nameOfExport(local))
        : [],
    ),
  )
  return program.body.flatMap((node): Edit[] => {
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type' && node.specifiers.length > 0) {
      const names = node.specifiers.map((specifier) => {
        const { local } = specifier
        const isPlain = specifier.type === 'ImportSpecifier'
        const imported = isPlain ? nameOfExport(specifier.imported) : 'default'
        const isUsed = facts.values.has(local.name) || exported.has(local.name)
        const type = (isPlain && specifier.importKind === 'type') || !isUsed || isTypeOf(node.source.value, imported)
        return {
          specifier,
          type,
          text: `${type ? 'type ' : ''}${imported === local.name ? imported : `${imported} as ${local.name}`}`,
        }
      })
      const isNew = names.some(
        ({ specifier, type }) => type && !(specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'),
      )
      if (!isNew) return []
      const [only] = names
      const hasAll = names.some(({ specifier }) => specifier.type === 'ImportNamespaceSpecifier')
      const range = { start: node.start, end: node.source.start }
      if (hasAll)
        return names.length === 1 && only
          ? [{ ...range, text: `import type * as ${only.specifier.local.name} from ` }]
          : []
      return [{ ...range, text: `import { ${names.map(({ text }) => text).join(', ')} } from ` }]
    }
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return []
    return node.specifiers.flatMap((specifier): Edit[] => {
      const name = nameOfExport(specifier.local)
      const type = node.source ? isTypeOf(node.source.value, name) : isType(path, nameOfExport(specifier.exported))
      return type && specifier.exportKind !== 'type'
        ? [{ start: specifier.start, end: specifier.start, text: 'type ' }]
        : []
    })
  })
}

/** Calls at the top level of what is not carried over, which must not keep a module from being loaded. */
export function topLevelCalls(program: ESTree.Program, stubs: ReadonlySet<string>): Edit[] {
  const found: Edit[] = []
  if (stubs.size > 0)
    walk(program, (node) => {
      if (isFunction(node)) return false
      const isCall = node.type === 'CallExpression' && node.callee.type === 'Identifier' && stubs.has(node.callee.name)
      if (isCall) found.push({ start: node.callee.end, end: node.callee.end, text: '.atTop' })
      return true
    })
  return found
}
