import { posix } from 'node:path'
import type { ESTree } from 'vite'
import type { ExportFact } from './imports-and-exports.ts'
import type { Page, Step } from './move-steps.ts'
import { type ApplicationModule, type NextApplication, aboveOf, importedConstants } from './read-application.ts'
import { at, bare, code, returnedBy } from './source.ts'
import { constantsOf, staticValue } from './static-value.ts'

/** A field of metadata, with the expression of its value, or with the value itself. */
type Field = { readonly name: string; readonly place: string; readonly text: string; readonly value: unknown }

type FieldOf = Field & { readonly module: ApplicationModule }

export const METADATA = /^(metadata|generateMetadata|viewport|generateViewport)$/

/** Returns the expressions of an export; for a function, the ones that it returns. */
function resultsOf({ fn, node }: ExportFact): ESTree.Node[] {
  const branches = (given: ESTree.Node): ESTree.Node[] => {
    const own = bare(given)
    return own.type === 'ConditionalExpression' ? [own.consequent, own.alternate].flatMap(branches) : [own]
  }
  return (fn ? returnedBy(fn) : node ? [node] : []).flatMap(branches)
}

/** Returns the fields that an export of a module sets. The names of viewport fields have a prefix. */
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

type Title = { readonly absolute?: unknown; readonly default?: unknown; readonly template?: unknown }

/** Returns a title as Next.js renders it: in the template of the nearest layout in a folder above that has one. */
function shownTitle(
  { value, module }: FieldOf,
  titles: readonly FieldOf[],
): { readonly value: unknown; readonly by: string } {
  const title = typeof value === 'object' && value ? (value as Title) : { default: value }
  const own = title.absolute ?? title.default
  const folder = posix.dirname(module.path)
  const above = titles.findLast(({ module: { path } }) => posix.dirname(path).length < folder.length)
  if (typeof own !== 'string' || title.absolute !== undefined || !above) return { value: own, by: '' }
  const { template } = (above.value ?? {}) as Title
  if (above.value === undefined) return { value: own, by: `, in a template that ${above.place} computes` }
  if (typeof template !== 'string') return { value: own, by: '' }
  return { value: template.replaceAll('%s', () => own), by: `, in the template of ${above.place}` }
}

/** Returns the previews and icons of a page, each from the nearest folder that has one: a picture, or a module. */
function pictureLines({ path: page }: Page, { files, modules }: NextApplication): string[] {
  return ['opengraph-image', 'twitter-image', 'favicon', 'icon', 'apple-icon'].flatMap((name) => {
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
 * Returns the lines about the metadata of a page, from its layouts and itself: the values if they are constant, else
 * the expressions.
 */
export function metadataLines({ page }: Step, application: NextApplication): string[] {
  const chain = [...aboveOf(page.convention, application, /^layout$/), page]
  const all = chain.flatMap((module) =>
    [...module.facts.exports.values()]
      .filter(({ name }) => METADATA.test(name))
      .flatMap((fact) => fieldsOf(module, fact, application).map((field) => ({ ...field, module }))),
  )
  const titles = all.filter(({ name }) => name === 'title')
  // A nearer module replaces the field of another one.
  const nearest = chain
    .toReversed()
    .flatMap((module) =>
      all.filter(
        (each) =>
          each.module === module &&
          (each.name === '…' || all.findLast(({ name }) => name === each.name)?.module === module),
      ),
    )
  const fields = nearest.map((field) => {
    const { name, place, text, value } = field
    const { value: shown, by } = name === 'title' ? shownTitle(field, titles) : { value, by: '' }
    return shown === undefined
      ? `${code(name)}: computed, ${code(text.slice(0, 160))} (${place})`
      : `${code(name)}: ${code(typeof shown === 'string' ? shown : JSON.stringify(shown))} (${place}${by})`
  })
  const heads = chain.flatMap(({ facts, source, path }) =>
    facts.elements
      .filter(({ name }) => /^(next\/head#default|global#head)$/.test(name))
      .flatMap(({ node }) => node.children)
      .filter(({ type }) => type === 'JSXElement')
      .map(
        ({ start, end }) => `${code(source.text.slice(start, end).slice(0, 160))} (${at(path, source.lineAt(start))})`,
      ),
  )
  const lines = [...fields, ...heads, ...pictureLines(page, application)]
  if (lines.length === 0) return []
  const isComputed =
    nearest.some(({ value }) => value === undefined) || fields.some((line) => line.endsWith('computes)'))
  return [
    ...lines,
    ...(isComputed ? ['for what is computed, the command below asks the old application while it runs'] : []),
    `here: ${code('head')} with ${code('pageMeta()')} (handbook/metadata.md#title)`,
  ]
}
