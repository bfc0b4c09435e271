import { posix } from 'node:path'
import type { ESTree } from 'vite'
import { isAbove } from './addresses.ts'
import type { ExportFact } from './imports-and-exports.ts'
import type { Page, Step } from './move-steps.ts'
import { type ApplicationModule, type NextApplication, importedConstants } from './read-application.ts'
import { at, bare, code, findOwn } from './source.ts'
import { constantsOf, staticValue } from './static-value.ts'

/** A field of metadata, with the expression of its value, or with the value itself. */
type Field = { readonly name: string; readonly place: string; readonly text: string; readonly value: unknown }

/** Exports with metadata. */
export const METADATA = /^(metadata|generateMetadata|viewport|generateViewport)$/

/** Returns the expressions of an export, or those that its function returns. */
function resultsOf({ fn, node }: ExportFact): ESTree.Node[] {
  const branches = (given: ESTree.Node | null | undefined): ESTree.Node[] => {
    const own = given && bare(given)
    return own?.type === 'ConditionalExpression' ? [own.consequent, own.alternate].flatMap(branches) : own ? [own] : []
  }
  if (!fn || fn.body?.type !== 'BlockStatement') return branches(fn ? fn.body : node)
  return findOwn(fn.body, (each): each is ESTree.ReturnStatement => each.type === 'ReturnStatement').flatMap(
    ({ argument }) => branches(argument),
  )
}

/** Returns the fields that an export of a module sets. Those of the viewport have their name before them. */
function fieldsOf(module: ApplicationModule, fact: ExportFact, application: NextApplication): Field[] {
  const { source, path } = module
  const constants = new Map([...importedConstants(module, application), ...constantsOf(source.program)])
  const before = /viewport/i.test(fact.name) ? 'viewport.' : ''
  const results = resultsOf(fact)
  const others = results.length > 1 ? ', in one of its results' : ''
  const field = (name: string, node: ESTree.Node): Field => ({
    name: before + name,
    place: at(path, source.lineAt(node.start)) + others,
    text: source.text.slice(node.start, node.end),
    value: staticValue(node, constants)?.value,
  })
  return results.flatMap((node) =>
    node.type === 'ObjectExpression'
      ? node.properties.flatMap((item) => {
          if (item.type === 'SpreadElement') return [field('…', item.argument)]
          return item.key.type === 'Identifier' ? [field(item.key.name, item.value)] : []
        })
      : [field('…', node)],
  )
}

/** Returns the modules that say the metadata of a page, the nearest last. */
const chainOf = ({ convention, path }: Page, { modules }: NextApplication): ApplicationModule[] =>
  [...modules.values()]
    .filter(
      ({ path: other, convention: above }) =>
        other === path ||
        (above?.name === 'layout' &&
          above.router === convention.router &&
          above.slot === undefined &&
          isAbove(above.segments, convention.segments)),
    )
    .toSorted((one, other) =>
      one.path === path
        ? 1
        : other.path === path
          ? -1
          : posix.dirname(one.path).length - posix.dirname(other.path).length,
    )

const textOf = (title: unknown): unknown =>
  typeof title === 'object' && title
    ? 'absolute' in title
      ? title.absolute
      : (title as { default?: unknown }).default
    : title

/** Returns a title in the template of the nearest layout in a folder above it, as Next.js does. */
function inTemplate(
  title: unknown,
  module: ApplicationModule,
  titles: readonly (Field & { readonly module: ApplicationModule })[],
) {
  const isAbsolute = typeof title === 'object' && title && 'absolute' in title
  const templates = titles.flatMap(({ value, place, module: { path } }) => {
    const { template } = (value ?? {}) as { template?: unknown }
    return typeof template === 'string' && posix.dirname(path).length < posix.dirname(module.path).length
      ? [{ template, place }]
      : []
  })
  const own = textOf(title)
  const nearest = isAbsolute ? undefined : templates.at(-1)
  if (typeof own !== 'string' || !nearest) return { value: own, by: '' }
  return { value: nearest.template.replaceAll('%s', () => own), by: `, in the template of ${nearest.place}` }
}

/** Returns the previews of a page, each of the nearest folder that has one: a picture, or what draws it. */
function previewLines({ path: page }: Page, { files, modules }: NextApplication): string[] {
  return ['opengraph-image', 'twitter-image'].flatMap((name) => {
    const found = files
      .filter((path) => posix.basename(path).replace(/\d?\.\w+$/, '') === name && !path.endsWith('.txt'))
      .filter((path) => page.startsWith(`${posix.dirname(path)}/`))
      .toSorted((one, other) => one.length - other.length)
      .at(-1)
    if (found === undefined) return []
    const module = modules.get(found)
    const values = ['alt', 'size', 'contentType'].flatMap((each) => {
      const value = module?.facts.exports.get(each)?.value?.value
      return value === undefined ? [] : [`, ${each} ${code(JSON.stringify(value))}`]
    })
    return [`${code(name)}: ${code(found)}${module ? ', which draws it' : ''}${values.join('')}`]
  })
}

/**
 * Returns the lines about the metadata of a page, from its layouts and itself: values as the old application answers them, and
 * the expressions of others.
 */
export function metadataLines({ page }: Step, application: NextApplication): string[] {
  const chain = chainOf(page, application)
  const all = chain.flatMap((module) =>
    [...module.facts.exports.values()]
      .filter(({ name }) => METADATA.test(name))
      .flatMap((fact) => fieldsOf(module, fact, application).map((field) => ({ ...field, module }))),
  )
  const titles = all.filter(({ name }) => name === 'title')
  // A nearer module replaces the field of another.
  const nearest = chain
    .toReversed()
    .flatMap((module) =>
      all.filter(
        (each) =>
          each.module === module &&
          (each.name === '…' || all.findLast(({ name }) => name === each.name)?.module === module),
      ),
    )
  const fields = nearest.map(({ name, place, text, value, module }) => {
    const { value: shown, by } = name === 'title' ? inTemplate(value, module, titles) : { value, by: '' }
    return shown === undefined
      ? `${code(name)}: computed, ${code(text.slice(0, 160))} (${place})`
      : `${code(name)}: ${code(typeof shown === 'string' ? shown : JSON.stringify(shown))} (${place}${by})`
  })
  const heads = page.facts.elements
    .filter(({ name }) => name === 'next/head#default')
    .flatMap(({ node }) => node.children)
    .filter(({ type }) => type === 'JSXElement')
    .map(
      ({ start, end }) =>
        `${code(page.source.text.slice(start, end).slice(0, 160))} (${at(page.path, page.source.lineAt(start))})`,
    )
  const lines = [...fields, ...heads, ...previewLines(page, application)]
  if (lines.length === 0) return []
  const isComputed = nearest.some(({ value }) => value === undefined)
  return [
    ...lines,
    ...(isComputed ? ['for what is computed, the command below asks the old application while it runs'] : []),
    `here: ${code('head')} with ${code('pageMeta()')} (handbook/metadata.md#title)`,
  ]
}
