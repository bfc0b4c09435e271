import type { ESTree } from 'vite'
import type { Convention } from '#app/from-next/addresses.ts'
import type { AsyncPort } from '#app/from-next/async-component.ts'
import { type Component, type Function, isFunction } from '#app/from-next/module-parts.ts'
import type { ApplicationModule } from '#app/from-next/read-application.ts'
import {
  type Edit,
  type Range,
  applyEdits,
  declaredNames,
  patternNames,
  walk,
  referencesOf,
} from '#app/from-next/source.ts'

/** The place of the guard in a function of the server: pages are known to need one when all modules have been read. */
export const GUARD_PLACE = '  /* guard */'

/** Module of the head that metadata become. */
export const METADATA = '#app/ported/next/metadata.ts'

/** Adds an import to a module that is written. */
export type Need = (from: string, name: string, local?: string) => void

/** A component of which a part runs on the server. */
export type SectionInput = {
  readonly text: string
  readonly path: string
  readonly component: Component
  readonly port: AsyncPort
  /** The edits of the whole module. */
  readonly edits: readonly Edit[]
}

/** An export of the layout above, with the module of the server that has it. */
export type Above = { readonly from: string; readonly name: string }

export type PageInput = SectionInput & {
  readonly convention: Convention
  readonly readsSearch: boolean
  /** Metadata of the layouts above, the outermost first, for a `generateMetadata` that asks for them. */
  readonly parent: readonly Above[] | undefined
}

/** Returns the pattern of a component's props without its type. */
function patternOf({ fn }: Component, text: string): string | undefined {
  const [first] = fn.params
  if (!first) return undefined
  const type = 'typeAnnotation' in first ? first.typeAnnotation : undefined
  return text.slice(first.start, type?.start ?? first.end).replace(/\?\s*$/, '')
}

/** Returns the function that makes the props of Next.js. */
function propsCode(
  { readsSearch: reads, convention: { params, catchAll, localeParam } }: PageInput,
  need: Need,
): string {
  const entries = params.map(({ from, to }) => {
    const value = catchAll !== 'none' && to === '_splat' ? "params._splat?.split('/')" : `params[${JSON.stringify(to)}]`
    return `${JSON.stringify(from)}: ${value}`
  })
  if (localeParam !== undefined) {
    need('#app/navigation/locale/locale.ts', 'getLocale')
    entries.unshift(`${localeParam}: getLocale(params)`)
  }
  const search = reads ? 'searchParams' : 'searchParams: {}'
  return `/** The props that Next.js gives. */\nexport const nextProps = (params, searchParams) => ({ params: { ${entries.join(', ')} }, ${search} })\n`
}

/** Returns what a function of the server does for a component, and what it returns. */
function bodyCode({ text, edits, port }: SectionInput, returned: readonly string[], need: Need): string {
  const body = port.moved.map((range) => {
    const code = applyEdits(text, edits, range)
    if (range.name === undefined) return `  ${code}\n`
    if (range.isElement) need('#app/ported/next/server.ts', 'staticHtml')
    return `  const ${range.name} = ${range.isElement ? `await staticHtml(${code})` : code}\n`
  })
  return `${body.join('')}  return { ${[...port.loaded, ...returned].join(', ')} }`
}

/** Writes the function of the server that loads what a page awaits, and its query. */
export function loadingCode(input: PageInput, called: readonly string[], need: Need): string {
  const { text, path, component } = input
  const pattern = patternOf(component, text)
  need('@tanstack/react-query', 'queryOptions')
  need('@tanstack/react-start', 'createServerFn')
  if (called.includes('generateStaticParams')) need('#app/ported/next/server.ts', 'notFound')
  const check = called.includes('generateStaticParams')
    ? `  const known = await generateStaticParams()
  const isKnown = known.some((each) => Object.entries(each).every(([name, value]) => String(fromNext.params[name]) === String(value)))
  if (!isKnown) throw notFound()\n`
    : ''
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
  const body = bodyCode(input, hasHead ? [`nextHead: headOf(${metadata})`] : [], need)
  return `${propsCode(input, need)}
// from-next: ${path}: what the page awaits. Anyone can call it: check its input, and who may have the data
const load = createServerFn({ method: 'GET' }).validator((props) => props).handler(async ({ data: fromNext }) => {
${GUARD_PLACE}
${check}${pattern === undefined ? '' : `  const ${pattern} = fromNext\n`}${body}
})

export const pageQuery = (params, search) => {
  const props = nextProps(params, search)
  return queryOptions({ queryKey: [${JSON.stringify(path)}, props], queryFn: ({ signal }) => load({ data: props, signal }) })
}
`
}

const queryName = ({ name }: Component) => `query${name ?? 'Component'}`

/** Writes the function of the server that loads what a component below a page awaits, and its query. */
export function componentCode(input: SectionInput, need: Need): string {
  const { path, component, port } = input
  need('@tanstack/react-query', 'queryOptions')
  need('@tanstack/react-start', 'createServerFn')
  const [first] = component.fn.params
  const query = queryName(component)
  const pattern = first?.type === 'Identifier' ? first.name : `{ ${port.inputs?.map(({ text }) => text).join(', ')} }`
  return `
// from-next: ${path}: what ${component.name ?? 'the component'} awaits. Anyone can call it: check its input, and who may have the data
const ${query}Load = createServerFn({ method: 'POST' }).validator((props) => props).handler(async ({ data: fromNext }) => {
${GUARD_PLACE}
  const ${pattern} = fromNext
${bodyCode(input, [], need)}
})

export const ${query} = (props) =>
  queryOptions({ queryKey: [${JSON.stringify(`${path}#${component.name}`)}, props], queryFn: ({ signal }) => ${query}Load({ data: props, signal }) })
`
}

/** Returns what the statements that load become in the component. */
export function loadedEdit(input: SectionInput, functions: string, need: Need): Edit[] {
  const { text, component, port, edits } = input
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
    { start: first?.start ?? open, end: last?.end ?? open, text: 'fromNext' },
    { ...server, text: block ? `${lines.join('\n  ')}\n  ` : `{ ${lines.join('\n  ')}\n  return ` },
    ...(block || !body ? [] : [{ start: body.end, end: body.end, text: ' }' }]),
    ...own,
  ]
}

/** Returns what gives a default export the name by which the wrapper renders it. */
export function namedEdit(program: ESTree.Program, { fn, name }: Component): Edit[] {
  for (const node of program.body) {
    if (node.type !== 'ExportDefaultDeclaration') continue
    if (node.declaration.type === 'Identifier') return [{ start: node.start, end: node.end, text: '' }]
    const isNamed = fn.type === 'FunctionDeclaration' && name !== undefined
    return [{ start: node.start, end: node.declaration.start, text: isNamed ? '' : 'const NextPage = ' }]
  }
  return []
}

/** Writes the component that gives a page what Next.js would. */
export function wrapperCode(input: PageInput, functions: string | undefined, need: Need): string {
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
export type InlineAction = {
  readonly fn: Function
  readonly name: string
  /** Names of the functions around it that it uses: they become its first arguments. */
  readonly closure: readonly string[]
  /** True if it is a declaration, and not a value. */
  readonly isDeclaration: boolean
}

const hasDirective = ({ body }: Function) =>
  body?.type === 'BlockStatement' && body.body.some((node) => 'directive' in node && node.directive === 'use server')

/** Returns the names that a function has: its params, and what its body declares outside of other functions. */
function namesWithin(fn: Function): string[] {
  const names = fn.params.flatMap((param) => patternNames(param))
  if (fn.body)
    walk(fn.body, (node) => {
      if (node.type === 'VariableDeclaration' || node.type === 'FunctionDeclaration') names.push(...declaredNames(node))
      return !isFunction(node)
    })
  return names
}

/** Returns the actions within a module. */
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
    found.push({
      fn: node,
      name: `${id?.name ?? 'form'}Action${node.start}`,
      closure,
      isDeclaration: node.type === 'FunctionDeclaration',
    })
  })
  return found
}

/** Returns the value that takes the place of an action where it was. */
export function actionEdit({ fn, name, closure, isDeclaration }: InlineAction): Edit {
  const value = closure.length === 0 ? name : `${name}.bind(null, ${closure.join(', ')})`
  const text = isDeclaration && fn.id ? `const ${fn.id.name} = ${value}` : value
  return { start: fn.start, end: fn.end, text }
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

/** Writes the functions of the server for the actions within a module. Edits within them are those of the module. */
export function inlineActionsCode(
  actions: readonly InlineAction[],
  text: string,
  edits: readonly Edit[],
  need: Need,
): string {
  if (actions.length > 0) needActions(need)
  return actions
    .map(({ fn, name, closure }) => {
      const params = fn.params.map((param) => applyEdits(text, edits, param))
      const body = fn.body ? applyEdits(text, edits, fn.body) : '{}'
      const code = `const ${name}Body = async (${[...closure, ...params].join(', ')}) => ${body}\n`
      return `\n// from-next: an action. Anyone can call it: check its arguments, and who may\n${code}${sendCode(name, `${name}Body`, true)}`
    })
    .join('')
}

/** Rewrites a module of actions: each of its exports becomes a server function with the same arguments. */
export function actionModule(
  { source: { program, text }, facts }: ApplicationModule,
  need: Need,
): { edits: Edit[]; code: string } {
  needActions(need)
  const removed = (range: Range, by = ''): Edit => ({ ...range, text: by })
  let hasName = true
  const edits = program.body.flatMap((node): Edit[] => {
    if (node.type === 'ExportDefaultDeclaration') {
      hasName = node.declaration.type === 'FunctionDeclaration' && node.declaration.id !== null
      return [removed({ start: node.start, end: node.declaration.start }, hasName ? '' : 'const defaultExport = ')]
    }
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type' || node.source) return []
    if (!node.declaration) return [removed(node)]
    return node.declaration.type.startsWith('TS') ? [] : [removed({ start: node.start, end: node.declaration.start })]
  })
  const locals = new Map(
    program.body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && !node.source
        ? node.specifiers.map(
            ({ local, exported }) =>
              [text.slice(exported.start, exported.end), text.slice(local.start, local.end)] as const,
          )
        : [],
    ),
  )
  const defaultNode = program.body.find((node) => node.type === 'ExportDefaultDeclaration')
  const declaration = defaultNode?.type === 'ExportDefaultDeclaration' ? defaultNode.declaration : undefined
  const defaultName =
    declaration && 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : 'defaultExport'
  const names = facts.exports.filter(({ node }) => node !== undefined).map(({ name }) => name)
  const code = names.map((name) => {
    const local = name === 'default' ? defaultName : (locals.get(name) ?? name)
    return `\n${sendCode(`${name}Action`, local, false)}export { ${name}Action as ${name} }\n`
  })
  return { edits, code: code.join('') }
}

/** True for a directive that caches for all visitors. */
const CACHES = /^use cache(: remote)?$/

/**
 * Rewrites functions with `'use cache'` that return data: they are in the cache by their arguments. Those are left that
 * render, and that have tags or an age by what they read.
 *
 * @returns the edits; each replaces a directive, a call of `cacheTag` or `cacheLife`, or is inserted at an end
 */
export function cachedEdits({ facts, path, source: { program, text } }: ApplicationModule): Edit[] {
  const calls = new Map(facts.calls.map(({ node, name }) => [node as ESTree.Node, name]))
  const found: Edit[] = []
  walk(program, (fn) => {
    if (!isFunction(fn) || fn.body?.type !== 'BlockStatement') return
    const { body, params } = fn
    const [first] = body.body
    if (first?.type !== 'ExpressionStatement' || !('directive' in first) || !CACHES.test(first.directive ?? '')) return
    const tags: string[] = []
    let life = ''
    let isData = true
    const edits: Edit[] = []
    const own = new Set(body.body.flatMap(declaredNames))
    walk(body, (node) => {
      isData &&= !node.type.startsWith('JSX')
      if (node.type !== 'CallExpression') return
      const [, kind] = /^next\/cache#(?:unstable_)?cache(Tag|Life)$/.exec(calls.get(node) ?? '') ?? []
      if (kind === undefined) return
      isData &&= !referencesOf(node).some(({ name }) => own.has(name))
      const given = node.arguments.map(({ start, end }) => text.slice(start, end))
      if (kind === 'Tag') tags.push(...given)
      else life = `, life: ${given[0]}`
      edits.push({ start: node.start, end: node.end, text: 'undefined' })
    })
    if (!isData) return
    const args = params.flatMap((param) => patternNames(param)).join(', ')
    const name = JSON.stringify(`${path}#${fn.id?.name ?? fn.start}`)
    const open = `return fromCache(${name}, [${args}], { tags: [${tags.join(', ')}]${life} }, async () => {`
    found.push({ start: first.start, end: first.end, text: open }, ...edits)
    found.push({ start: body.end - 1, end: body.end - 1, text: '}) ' })
  })
  return found
}
