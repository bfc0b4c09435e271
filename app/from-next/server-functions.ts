import type { ESTree } from 'vite'
import type { AsyncPort } from '#app/from-next/async-component.ts'
import type { Component } from '#app/from-next/module-parts.ts'
import type { ApplicationModule } from '#app/from-next/read-application.ts'
import { readsSearch } from '#app/from-next/read-module.ts'
import {
  type Edit,
  type Function,
  type Range,
  applyEdits,
  declaredNames,
  find,
  findOwn,
  isFunction,
  patternNames,
  referencesOf,
  replace,
  walk,
} from '#app/from-next/source.ts'

/** The place of the guard in a function of the server: pages are known to need one when all modules have been read. */
export const GUARD_PLACE = '  /* guard */'

export const METADATA = '#app/ported/next/metadata.ts'

type Need = (from: string, name: string, local?: string) => void

/** An export of the layout above, with the module of the server that has it. */
export type Above = { readonly from: string; readonly name: string }

export type Section = {
  readonly module: ApplicationModule
  readonly component: Component
  readonly port: AsyncPort
  readonly edits: readonly Edit[]
  /** Metadata of the layouts above a page, the outermost first, for a `generateMetadata` that asks for them. */
  readonly parent?: readonly Above[] | undefined
}

function patternOf({ fn }: Component, text: string): string | undefined {
  const [first] = fn.params
  if (!first) return undefined
  const type = 'typeAnnotation' in first ? first.typeAnnotation : undefined
  return text.slice(first.start, type?.start ?? first.end).replace(/\?\s*$/, '')
}

function propsCode({ module }: Section, need: Need): string {
  const { params = [], catchAll, localeParam } = module.convention ?? {}
  const entries = params.map(({ from, to }) => {
    const value = catchAll !== 'none' && to === '_splat' ? "params._splat?.split('/')" : `params[${JSON.stringify(to)}]`
    return `${JSON.stringify(from)}: ${value}`
  })
  if (localeParam !== undefined) {
    need('#fairlead/navigation/locale/locale.ts', 'getLocale')
    entries.unshift(`${localeParam}: getLocale(params)`)
  }
  const search = readsSearch(module) ? 'searchParams' : 'searchParams: {}'
  return `/** The props that Next.js gives. */\nexport const nextProps = (params, searchParams) => ({ params: { ${entries.join(', ')} }, ${search} })\n`
}

function bodyCode({ module, edits, port }: Section, returned: readonly string[], need: Need): string {
  const body = port.moved.map((range) => {
    const code = applyEdits(module.source.text, edits, range)
    if (range.name === undefined) return `  ${code}\n`
    if (range.isElement) need('#app/ported/next/server.ts', 'staticHtml')
    return `  const ${range.name} = ${range.isElement ? `await staticHtml(${code})` : code}\n`
  })
  return `${body.join('')}  return { ${[...port.loaded, ...returned].join(', ')} }`
}

function queryCode(
  { module: { path } }: Section,
  { query, what, method, key }: { query: string; what: string; method: 'GET' | 'POST'; key: string },
  body: string,
  need: Need,
): string {
  need('@tanstack/react-query', 'queryOptions')
  need('@tanstack/react-start', 'createServerFn')
  return `
// from-next: ${path}: what ${what} awaits. Anyone can call it: check its input, and who may have the data
const ${query}Load = createServerFn({ method: '${method}' }).validator((props) => props).handler(async ({ data: fromNext }) => {
${GUARD_PLACE}
${body}
})

export const ${query} = (props) =>
  queryOptions({ queryKey: [${JSON.stringify(key)}, props], queryFn: ({ signal }) => ${query}Load({ data: props, signal }) })
`
}

export function loadingCode(input: Section, called: readonly string[], need: Need): string {
  const { source, path } = input.module
  const pattern = patternOf(input.component, source.text)
  const lines: string[] = []
  if (called.includes('generateStaticParams')) {
    need('#app/ported/next/server.ts', 'notFound')
    lines.push(
      'const known = await generateStaticParams()',
      'const isKnown = known.some((each) => Object.entries(each).every(([name, value]) => String(fromNext.params[name]) === String(value)))',
      'if (!isKnown) throw notFound()',
    )
  }
  const isMade = called.includes('generateMetadata')
  const hasHead = isMade || called.includes('metadata')
  if (hasHead) need(METADATA, 'headOf')
  let parent = ''
  if (input.parent) {
    need(METADATA, 'parentMetadata')
    for (const [index, { from, name }] of input.parent.entries()) need(from, name, `above${index}`)
    parent = `, parentMetadata([${input.parent.map((_, index) => `above${index}`).join(', ')}], fromNext)`
  }
  const metadata = isMade ? `await generateMetadata(fromNext${parent})` : 'metadata'
  if (pattern !== undefined) lines.push(`const ${pattern} = fromNext`)
  const body = bodyCode(input, hasHead ? [`nextHead: headOf(${metadata})`] : [], need)
  const names = { query: 'propsQuery', what: 'the page', method: 'GET', key: path } as const
  return `${propsCode(input, need)}${queryCode(input, names, [...lines.map((line) => `  ${line}`), body].join('\n'), need)}
export const pageQuery = (params, search) => propsQuery(nextProps(params, search))
`
}

const queryName = ({ name }: Component) => `query${name ?? 'Component'}`

export function componentCode(input: Section, need: Need): string {
  const { module, component, port } = input
  const [first] = component.fn.params
  const pattern = first?.type === 'Identifier' ? first.name : `{ ${port.inputs?.map(({ text }) => text).join(', ')} }`
  const { name = 'the component' } = component
  const names = { query: queryName(component), what: name, method: 'POST', key: `${module.path}#${name}` } as const
  return queryCode(input, names, `  const ${pattern} = fromNext\n${bodyCode(input, [], need)}`, need)
}

export function loadedEdit({ module, component, port, edits }: Section, functions: string, need: Need): Edit[] {
  const { text } = module.source
  const { server, loaded, kept, early, own, inputs } = port
  if (!server) return []
  const pattern = patternOf(component, text)
  const { params, id, start, body } = component.fn
  const [first, last] = [params[0], params.at(-1)]
  const open = text.indexOf('(', id?.end ?? start) + 1
  const code = (range: Range) => applyEdits(text, edits, range)
  let data = 'fromNext.data'
  if (inputs) {
    need('@tanstack/react-query', 'useSuspenseQuery')
    need(functions, queryName(component))
    data = `useSuspenseQuery(${queryName(component)}({ ${inputs.map(({ key }) => `${key}: fromNext.${key}`).join(', ')} })).data`
  }
  const lines = [
    ...(pattern === undefined ? [] : [`const ${pattern} = fromNext`]),
    ...kept.filter(({ isHook }) => isHook).map(code),
    `const fromNextData = ${data}`,
    ...(loaded.length > 0 ? [`const { ${loaded.join(', ')} } = fromNextData`] : []),
    ...early.map(({ result, names }, index) => {
      const values = names.length > 0 ? `const { ${names.join(', ')} } = fromNextData; ` : ''
      return `if (fromNextData.ended === ${index}) { ${values}return ${result ? code(result) : 'null'} }`
    }),
    ...kept.filter(({ isHook }) => !isHook).map(code),
  ]
  const block = body?.type === 'BlockStatement'
  return [
    replace({ start: first?.start ?? open, end: last?.end ?? open }, 'fromNext'),
    replace(server, block ? `${lines.join('\n  ')}\n  ` : `{ ${lines.join('\n  ')}\n  return `),
    ...(block || !body ? [] : [replace({ start: body.end, end: body.end }, ' }')]),
    ...own,
  ]
}

/** Returns what gives a default export the name by which the wrapper renders it. */
export function namedEdit(program: ESTree.Program, { fn, name }: Component): Edit[] {
  const node = program.body.find(({ type }) => type === 'ExportDefaultDeclaration') as ESTree.ExportDefaultDeclaration
  if (node?.declaration.type === 'Identifier') return [replace(node)]
  const isNamed = fn.type === 'FunctionDeclaration' && name !== undefined
  return node ? [replace({ start: node.start, end: node.declaration.start }, isNamed ? '' : 'const NextPage = ')] : []
}

/** Writes the component that gives a page what Next.js would. */
export function wrapperCode(input: Section, functions: string | undefined, need: Need): string {
  const { component } = input
  const name = component.name ?? 'NextPage'
  for (const hook of ['useParams', 'useSearch']) need('@tanstack/react-router', hook)
  const lines = [
    '',
    functions === undefined ? propsCode(input, need) : '',
    '/** Gives the component what Next.js would. */',
    'export default function FromNext(props) {',
    '  const here = { params: useParams({ strict: false }), search: useSearch({ strict: false }) }',
    '  const { params, search } = { ...here, ...props }',
  ]
  if (functions !== undefined) {
    need('@tanstack/react-query', 'useSuspenseQuery')
    need(functions, 'nextProps')
    need(functions, 'pageQuery')
    lines.push('  const { data } = useSuspenseQuery(pageQuery(params, search))')
  }
  const data = functions === undefined ? '' : ' data={data}'
  lines.push(`  return <${name} {...props} {...nextProps(params, search)}${data} />`, '}', '')
  return lines.join('\n')
}

/** An action within a module that is none itself: a function with 'use server'. */
type InlineAction = {
  readonly fn: Function
  readonly name: string
  /** Names of the functions around it that it uses: they become its first arguments. */
  readonly closure: readonly string[]
}

const hasDirective = ({ body }: Function) =>
  body?.type === 'BlockStatement' && body.body.some((node) => 'directive' in node && node.directive === 'use server')

/** Returns the names that a function has: its params, and what its body declares outside of other functions. */
const namesWithin = ({ params, body }: Function): string[] => [
  ...params.flatMap((param) => patternNames(param)),
  ...(body ? findOwn(body, ({ type }) => /^(Variable|Function)Declaration$/.test(type)).flatMap(declaredNames) : []),
]

export function inlineActions(program: ESTree.Program): InlineAction[] {
  const found: InlineAction[] = []
  walk(program, (node, above) => {
    if (!isFunction(node) || !hasDirective(node)) return
    const own = new Set(namesWithin(node))
    const around = new Set(above.filter(isFunction).flatMap(namesWithin))
    const used = new Set(referencesOf(node).map(({ name }) => name))
    const parent = above.at(-1)
    const id = node.id ?? (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : null)
    const closure = [...used].filter((name) => around.has(name) && !own.has(name) && name !== id?.name)
    found.push({ fn: node, name: `${id?.name ?? 'form'}Action${node.start}`, closure })
  })
  return found
}

export function actionEdit({ fn, name, closure }: InlineAction): Edit {
  const value = closure.length === 0 ? name : `${name}.bind(null, ${closure.join(', ')})`
  return replace(fn, fn.type === 'FunctionDeclaration' && fn.id ? `const ${fn.id.name} = ${value}` : value)
}

function sendCode(name: string, implementation: string, isExported: boolean): string {
  return `const ${name}Send = createServerFn({ method: 'POST' }).validator((data) => data).handler(async ({ data }) => {
${GUARD_PLACE}
  return ${implementation}(...decodeArguments(data))
})
${isExported ? 'export ' : ''}const ${name} = callAction(${name}Send)
`
}

function needActions(need: Need): void {
  need('@tanstack/react-start', 'createServerFn')
  for (const name of ['callAction', 'decodeArguments']) need('#app/ported/next/actions.ts', name)
}

/** Edits within the actions are those of the module. */
export function inlineActionsCode(
  actions: readonly InlineAction[],
  text: string,
  edits: readonly Edit[],
  need: Need,
): string[] {
  if (actions.length > 0) needActions(need)
  return actions.map(({ fn, name, closure }) => {
    const params = fn.params.map((param) => applyEdits(text, edits, param))
    const body = fn.body ? applyEdits(text, edits, fn.body) : '{}'
    const code = `const ${name}Body = async (${[...closure, ...params].join(', ')}) => ${body}\n`
    return `\n// from-next: an action. Anyone can call it: check its arguments, and who may\n${code}${sendCode(name, `${name}Body`, true)}`
  })
}

/** Rewrites a module of actions: each of its exports becomes a server function with the same arguments. */
export function actionModule(
  { source: { program }, facts }: ApplicationModule,
  need: Need,
): { edits: Edit[]; code: string } {
  needActions(need)
  const edits = program.body.flatMap((node): Edit[] => {
    if (node.type === 'ExportDefaultDeclaration') {
      const hasName = facts.exports.get('default')?.local !== undefined
      return [replace({ start: node.start, end: node.declaration.start }, hasName ? '' : 'const defaultExport = ')]
    }
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type' || node.source) return []
    if (!node.declaration) return [replace(node)]
    return node.declaration.type.startsWith('TS') ? [] : [replace({ start: node.start, end: node.declaration.start })]
  })
  const code = [...facts.exports.values()].map(({ name, local = 'defaultExport', node }) =>
    node ? `\n${sendCode(`${name}Action`, local, false)}export { ${name}Action as ${name} }\n` : '',
  )
  return { edits, code: code.join('') }
}

/** True for a directive that caches for all visitors. */
const CACHES = /^use cache(: remote)?$/

/**
 * Functions with `'use cache'` are in the cache by their arguments. Those are left that render, and that have tags or an
 * age by what they read. An edit replaces a directive, a call of `cacheTag` or `cacheLife`, or is inserted at an end.
 */
export function cachedEdits({ facts, path, source: { program, text } }: ApplicationModule): Edit[] {
  const calls = new Map(facts.calls.map(({ node, name }) => [node as ESTree.Node, name]))
  const found: Edit[] = []
  walk(program, (fn) => {
    if (!isFunction(fn) || fn.body?.type !== 'BlockStatement') return
    const { body, params } = fn
    const [first] = body.body
    if (first?.type !== 'ExpressionStatement' || !('directive' in first) || !CACHES.test(first.directive ?? '')) return
    const own = new Set(body.body.flatMap(declaredNames))
    const kindOf = (node: ESTree.Node) => /^next\/cache#(?:unstable_)?cache(Tag|Life)$/.exec(calls.get(node) ?? '')?.[1]
    const asked = find<ESTree.CallExpression>(body, (node) => kindOf(node) !== undefined)
    const usesOwn = asked.flatMap(referencesOf).some(({ name }) => own.has(name))
    if (usesOwn || find(body, ({ type }) => type.startsWith('JSX')).length > 0) return
    const given = (kind: string) =>
      asked
        .filter((node) => kindOf(node) === kind)
        .map(({ arguments: list }) => list.map((each) => text.slice(each.start, each.end)))
    const tags = given('Tag').flat().join(', ')
    const [life] = given('Life').at(-1) ?? []
    const args = params.flatMap((param) => patternNames(param)).join(', ')
    const name = JSON.stringify(`${path}#${fn.id?.name ?? fn.start}`)
    const options = `{ tags: [${tags}]${life === undefined ? '' : `, life: ${life}`} }`
    found.push(
      replace(first, `return fromCache(${name}, [${args}], ${options}, async () => {`),
      ...asked.map((node) => replace(node, 'undefined')),
      replace({ start: body.end - 1, end: body.end - 1 }, '}) '),
    )
  })
  return found
}
