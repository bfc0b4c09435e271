import type { ESTree } from 'vite'
import { addressIn } from './addresses.ts'
import type { Page, Step } from './move-steps.ts'
import type { NextApplication } from './read-application.ts'
import { allowsKnownParams } from './read-module.ts'
import { type Declared, awaited, declarationOf, memberName, rootName } from './scope.ts'
import { at, code, find, walk } from './source.ts'

/** A param in the source: `page?`, its type, and its place. */
type Param = {
  readonly name: string
  readonly type: string
  readonly place: string
  /** The default value: `'1'` of `const { page = '1' } = searchParams`. */
  readonly fallback?: string
}

/** A schema or a loader that reads search params. */
type Schema = { readonly name: string; readonly library: string; readonly text: string; readonly place: string }

const HANDLERS = /^(default|generateMetadata|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

const SCHEMAS = /^(zod|valibot|arktype|yup)(\/|$)/

const NUQS = /^nuqs(\/server)?#(useQueryStates?|createSearchParamsCache|createLoader)$/

/** The type of a search param that a page does not declare. */
const UNTYPED = 'without a type'

/** Methods of URLSearchParams: readers of a param, and others. */
const [READS, OTHERS] = [
  /^(get|getAll|has)$/,
  /^(set|append|delete|toString|entries|keys|values|forEach|size|sort|then)$/,
]

const textOf = ({ node, module }: Declared) => module.source.text.slice(node.start, node.end)

const placeOf = ({ node, module }: Declared) => at(module.path, module.source.lineAt(node.start))

/** Returns the members of a type, which may be a name or in a promise. */
function membersOf(typed: Declared, application: NextApplication, depth = 0): Declared[] {
  const { node, module } = typed
  if (depth > 5) return []
  const next = (other: ESTree.Node, from = module) => membersOf({ node: other, module: from }, application, depth + 1)
  if (node.type === 'TSTypeLiteral') return node.members.map((member) => ({ node: member, module }))
  if (node.type === 'TSInterfaceBody') return node.body.map((member) => ({ node: member, module }))
  if (node.type === 'TSTypeAnnotation') return next(node.typeAnnotation)
  if (node.type === 'TSIntersectionType') return node.types.flatMap((each) => next(each))
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return []
  const [argument] = node.typeArguments?.params ?? []
  if (/^(Promise|Readonly|Partial)$/.test(node.typeName.name)) return argument ? next(argument) : []
  const declared = declarationOf(node.typeName.name, module, application)
  return declared ? next(declared.node, declared.module) : []
}

const keyOf = ({ node }: Declared) =>
  node.type === 'TSPropertySignature' && node.key.type === 'Identifier' ? node.key.name : undefined

/** Returns the params of a page that the type of its props, or of a handler's context, declares. */
function declaredParams(page: Page, prop: 'params' | 'searchParams', application: NextApplication): Param[] {
  const given = [...page.facts.exports.values()].flatMap(({ name, fn }) => (HANDLERS.test(name) && fn ? fn.params : []))
  const types = given.flatMap((param) =>
    'typeAnnotation' in param && param.typeAnnotation ? [param.typeAnnotation as ESTree.Node] : [],
  )
  const members = types.flatMap((node) => membersOf({ node, module: page }, application))
  const own = members.flatMap((member) =>
    keyOf(member) === prop && member.node.type === 'TSPropertySignature' && member.node.typeAnnotation
      ? membersOf({ ...member, node: member.node.typeAnnotation }, application)
      : [],
  )
  const found = own.flatMap((member): Param[] => {
    const { node } = member
    const type = 'typeAnnotation' in node ? node.typeAnnotation : undefined
    if (type?.type !== 'TSTypeAnnotation') return []
    const text = textOf({ ...member, node: type.typeAnnotation })
    if (node.type === 'TSIndexSignature') return [{ name: '[any]', type: text, place: placeOf(member) }]
    const isOptional = node.type === 'TSPropertySignature' && node.optional
    return [{ name: keyOf(member) ?? '[any]', type: isOptional ? `${text} | undefined` : text, place: placeOf(member) }]
  })
  return found.filter(({ name }, index) => found.findIndex((each) => each.name === name) === index)
}

/** Returns the search params that the files of a page read without a type, and the schemas that read them. */
function usedSearch({ page, files }: Step, application: NextApplication) {
  const params: Param[] = []
  const schemas: Schema[] = []
  /** Names that the source converts to numbers. */
  const numbers = new Map<string, string>()
  for (const file of files) {
    const module = application.modules.get(file)
    if (!module) continue
    const typed = (node: ESTree.Node) => ({ node, module })
    const add = (name: string, type: string, node: ESTree.Node, fallback?: ESTree.Node) =>
      params.push({
        name,
        type,
        place: placeOf(typed(node)),
        ...(fallback?.type === 'Literal' ? { fallback: textOf(typed(fallback)) } : {}),
      })
    const QUERY = page.convention.router === 'pages' ? /^(searchParams|query)$/ : /^searchParams$/
    /** Names of variables that have the search params. */
    const aliases = new Set<string>()
    const isSearch = (given: ESTree.Node): boolean => {
      const node = awaited(given)
      if (node.type === 'Identifier') return QUERY.test(node.name) || aliases.has(node.name)
      // The search params of other URLs do not belong to the page.
      const isOwn = page.convention.name !== 'page' || !/^$|url$/i.test(rootName(node))
      return isOwn && QUERY.test(memberName(node))
    }
    const addSchema = (node: ESTree.Node) => {
      const name = node.type === 'Identifier' ? node.name : ''
      const found = declarationOf(name, module, application)
      const imports = found?.module.facts.imports ?? []
      const [, library] = imports.map(({ source }) => SCHEMAS.exec(source)).find((match) => match) ?? []
      if (found && library !== undefined)
        schemas.push({ name, library, text: textOf(found).slice(0, 200), place: placeOf(found) })
    }
    walk(module.source.program, (node, above) => {
      if (node.type === 'VariableDeclarator' && node.init && isSearch(node.init)) {
        const { id } = node
        if (id.type === 'Identifier') aliases.add(id.name)
        for (const item of id.type === 'ObjectPattern' ? id.properties : [])
          if (item.type === 'Property' && item.key.type === 'Identifier' && item.key.name !== 'searchParams')
            add(item.key.name, UNTYPED, item, item.value.type === 'AssignmentPattern' ? item.value.right : undefined)
      }
      const parent = above.at(-1)
      if (node.type === 'MemberExpression' && isSearch(node.object)) {
        const name = memberName(node)
        const [asked] = parent?.type === 'CallExpression' && parent.callee === node ? parent.arguments : []
        const given = asked && addressIn(asked)
        if (READS.test(name) && given !== undefined) add(given, name === 'getAll' ? 'string[]' : 'string | null', node)
        else if (!READS.test(name) && !OTHERS.test(name) && name !== '') add(name, UNTYPED, node)
      }
      if (node.type === 'CallExpression' && /^(Number|parseInt|parseFloat)$/.test(rootName(node.callee)))
        for (const each of node.arguments.flatMap((argument) => find(argument, () => true))) {
          const named = each.type === 'Identifier' ? each.name : addressIn(each)
          if (named !== undefined) numbers.set(named, textOf(typed(node)))
        }
      if (node.type === 'CallExpression' && node.arguments.some((each) => isSearch(each))) {
        const isParse = /^(safe)?parse(Async)?$/i.test(memberName(node.callee))
        const [first] = node.arguments
        for (const each of isParse ? [(node.callee as ESTree.MemberExpression).object, first] : [node.callee])
          if (each) addSchema(each)
      }
    })
    for (const { name, node } of module.facts.calls) {
      const [first, second] = node.arguments
      const asked = first && addressIn(first)
      const [, method = ''] = /#useSearchParams\(\)\.(\w+)$/.exec(name) ?? []
      if (READS.test(method) && asked !== undefined)
        add(asked, method === 'getAll' ? 'string[]' : 'string | null', node)
      if (!NUQS.test(name)) continue
      if (asked !== undefined) add(asked, second ? textOf(typed(second)) : 'string | null', node)
      const fields =
        first?.type === 'Identifier' ? declarationOf(first.name, module, application) : first && typed(first)
      for (const item of fields?.node.type === 'ObjectExpression' ? fields.node.properties : []) {
        const inFields = (inner: ESTree.Node) => ({ node: inner, module: fields?.module ?? module })
        if (item.type === 'Property' && item.key.type === 'Identifier')
          params.push({ name: item.key.name, type: textOf(inFields(item.value)), place: placeOf(inFields(item)) })
      }
    }
  }
  return { params, schemas, numbers }
}

/** Valibot's schemas for types of TypeScript, and for parsers of nuqs. */
const VALIBOT: readonly (readonly [RegExp, string])[] = [
  [/^(number|parseAs(Integer|Float|Index|Hex)\b.*)$/, 'v.number()'],
  [/^(boolean|parseAsBoolean\b.*)$/, 'v.boolean()'],
  [/^(string\[\]|Array<string>|parseAsArrayOf\b.*)$/, 'v.array(v.string())'],
  [/^(string ?\| ?string\[\]|string\[\] ?\| ?string)$/, 'v.union([v.string(), v.array(v.string())])'],
]

function fieldOf({ name, type, fallback: given }: Param, isNumber: boolean): string {
  const [, fallback = isNumber ? given?.replaceAll(/['"]/g, '') : given] = /\.withDefault\(([^()]*)\)/.exec(type) ?? []
  const types = type.split('|').map((each) => each.trim())
  const plain = isNumber ? 'number' : types.filter((each) => !/^(undefined|null)$/.test(each)).join(' | ')
  const isChoice = /^'[^']*'( ?\| ?'[^']*')*$/.test(plain)
  const choices = isChoice ? `v.picklist([${plain.replaceAll('|', ',').replaceAll(' ,', ',')}])` : 'v.string()'
  const [, schema] = VALIBOT.find(([pattern]) => pattern.test(plain)) ?? ['', choices]
  const key = /^\w+$/.test(name) ? name : `'${name}'`
  return `${key}: v.optional(${schema}${fallback === undefined ? '' : `, ${fallback}`})`
}

/**
 * Returns the lines about the params and the search params of a page: the ones that it declares or reads, and their
 * form in Fairlead.
 */
export function paramLines(step: Step, application: NextApplication): string[] {
  const { page } = step
  const { params, catchAll, localeParam } = page.convention
  const declared = declaredParams(page, 'params', application)
  const used = usedSearch(step, application)
  const named = new Set(params.map(({ from }) => from))
  const all = [...declaredParams(page, 'searchParams', application), ...used.params].filter(
    ({ name }) => !named.has(name),
  )
  const byName = Map.groupBy(all, ({ name }) => name)
  const known = [...byName].map(([name, list]) => {
    // A declared type is more precise than a use.
    const { type = UNTYPED } = list.find((each) => each.type !== UNTYPED) ?? {}
    const { fallback } = list.find((each) => each.fallback !== undefined) ?? {}
    const places = [...new Set(list.map(({ place }) => place))].slice(0, 3).join(', ')
    return { name, type, place: places, ...(fallback === undefined ? {} : { fallback }) }
  })
  const fields = known
    .filter(({ name }) => /^[\w-]+$/.test(name))
    .map((param) => fieldOf(param, used.numbers.has(param.name)))
  const [schema] = used.schemas
  return [
    ...params.map(({ from, to }) => {
      const own = declared.find(({ name }) => name === from)
      const old = own ? ` ${code(own.type)} (${own.place}),` : ''
      return to === '_splat'
        ? `${code(from)}:${old} the segment ${code('$')}: ${code("params._splat?.split('/')")}`
        : `${code(from)}:${old} the segment ${code(`$${to}`)}: ${code(`params.${to}`)}, a string`
    }),
    ...(catchAll === 'required'
      ? [
          `without a segment it is not found: ${code('params: { parse: (params) => (params._splat ? params : false) }')}`,
        ]
      : []),
    ...(localeParam === undefined ? [] : [`${code(localeParam)} is ${code('getLocale(params)')}`]),
    ...(allowsKnownParams(page.facts) ? [`others than those of ${code('generateStaticParams')} are not found`] : []),
    ...known.map(({ name, type, fallback, place }) => {
      const number = used.numbers.get(name)
      const uses = [
        ...(fallback === undefined ? [] : [`, else ${code(fallback)}`]),
        ...(number === undefined ? [] : [`, read by ${code(number)}`]),
      ]
      return `search param ${code(name)}: ${type === UNTYPED ? type : code(type)}${uses.join('')} (${place})`
    }),
    ...(known.length + used.schemas.length === 0 && /[{,]\s*searchParams\b|props\.searchParams/.test(page.source.text)
      ? ['search params: it takes them, and names none: look where they go']
      : []),
    ...used.schemas.map(
      ({ name, library, text, place }) => `${code(name)} of ${library} reads them (${place}): ${code(text)}`,
    ),
    ...(schema
      ? [
          `here: ${code(`validateSearch: ${schema.name}`)}, if it is small: it is loaded with every page (handbook/search-params.md)`,
        ]
      : fields.length > 0 && page.convention.name === 'page'
        ? [`here: ${code(`validateSearch: v.object({ ${fields.join(', ')} })`)} (handbook/search-params.md)`]
        : []),
  ]
}
