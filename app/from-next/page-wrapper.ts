import type { ESTree } from 'vite'
import { applyEdits, declaredNames, type Edit, isWithin, type Range, walk } from '#app/from-next/parse-source.ts'
import type { AsyncPort } from '#app/from-next/async-component.ts'
import type { Component } from '#app/from-next/components.ts'
import type { Convention } from '#app/from-next/conventions.ts'

/** Statements of a module's top level, by what needs them. What is in neither is left out. */
export type ModuleParts = {
  /** The page, on the server and in the browser. */
  readonly client: ReadonlySet<ESTree.Node>
  /** The part that the page awaits, on the server alone. */
  readonly server: ReadonlySet<ESTree.Node>
}

/** Exports of a page or layout that Next.js reads. */
const NEXT_EXPORTS =
  /^(metadata|generateMetadata|viewport|generateViewport|generateStaticParams|revalidate|dynamic|dynamicParams|fetchCache|runtime|preferredRegion|maxDuration|experimental_ppr)$/

type Reference = { readonly name: string; readonly start: number }

/** Returns the names that a statement uses, including the names that it declares. */
export function referencesOf(statement: ESTree.Node): Reference[] {
  const found: Reference[] = []
  walk(statement, (node, above) => {
    if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return
    const parent = above.at(-1)
    const isMember = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed
    const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand
    if (!isMember && !isKey && parent?.type !== 'JSXAttribute') found.push({ name: node.name, start: node.start })
  })
  return found
}

/** Returns true for a statement that only declares: nothing is lost without it if nothing uses its names. */
function isDeclaration(statement: ESTree.Node): boolean {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.length > 0
  if (statement.type === 'ExportNamedDeclaration') {
    const names = declaredNames(statement)
    return names.length > 0 && names.every((name) => NEXT_EXPORTS.test(name))
  }
  return /^(FunctionDeclaration|VariableDeclaration|ClassDeclaration|TS\w+Declaration)$/.test(statement.type)
}

/** Parts of a module's text, by what needs them. */
export type Parts = {
  /** Run by the server. Some of them are shown by the browser as well. */
  readonly server: readonly Range[]
  readonly kept: readonly Range[]
  /** Within them: shown by the browser alone. */
  readonly shown: readonly Range[]
  /** Left out. */
  readonly dropped: readonly Range[]
}

/**
 * Divides the top level of a module, of which parts are moved into functions of the server.
 *
 * @param called names that these functions use as well
 */
export function divideModule(program: ESTree.Program, parts: Parts, called: readonly string[] = []): ModuleParts {
  const owners = new Map<string, ESTree.Node>()
  for (const statement of program.body) for (const name of declaredNames(statement)) owners.set(name, statement)
  const references = new Map(program.body.map((statement) => [statement as ESTree.Node, referencesOf(statement)]))
  const isIn = (offset: number, ranges: readonly Range[]) => ranges.some((range) => isWithin(offset, range))
  const isOnServer = (offset: number) =>
    isIn(offset, parts.server) && !isIn(offset, parts.shown) && !isIn(offset, parts.dropped)
  const isHere = (offset: number) => !isIn(offset, parts.dropped) && (!isOnServer(offset) || isIn(offset, parts.kept))
  const closure = (names: Iterable<string>, isUsed: (offset: number) => boolean): Set<ESTree.Node> => {
    const found = new Set<ESTree.Node>()
    const queue = [...names]
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const owner = owners.get(name)
      if (!owner || found.has(owner)) continue
      found.add(owner)
      for (const reference of references.get(owner) ?? []) if (isUsed(reference.start)) queue.push(reference.name)
    }
    return found
  }
  const roots = program.body.filter((statement) => !isDeclaration(statement))
  const all = (list: Iterable<ESTree.Node>) => [...list].flatMap((statement) => references.get(statement) ?? [])
  const clientNames = all(roots).flatMap(({ name, start }) => (isHere(start) ? [name] : []))
  const serverNames = all(program.body).flatMap(({ name, start }) => (isOnServer(start) ? [name] : []))
  return {
    client: new Set([...roots, ...closure(clientNames, isHere)]),
    server: closure([...serverNames, ...called], (offset) => !isIn(offset, parts.dropped)),
  }
}

/** Returns the edits that leave statements out. */
export function removals({ body }: ESTree.Program, isKept: (statement: ESTree.Node) => boolean): Edit[] {
  return body.flatMap((statement) =>
    isKept(statement) ? [] : [{ start: statement.start, end: statement.end, text: '' }],
  )
}

/** Returns a function that finds the statement of the top level that has an offset, by a binary search. */
export function statementFinder({ body }: ESTree.Program): (offset: number) => ESTree.Node | undefined {
  return (offset) => {
    let [low, high] = [0, body.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((body[middle]?.start ?? 0) <= offset) low = middle
      else high = middle
    }
    return body[low]
  }
}

/** The place of the guard in a function of the server: pages are known to need one when all modules have been read. */
export const GUARD_PLACE = '  /* guard */'

/** Adds an import to a module that is written. */
export type Need = (from: string, name: string) => void

/** A component of which a part runs on the server. */
export type SectionInput = {
  readonly text: string
  readonly path: string
  readonly component: Component
  readonly port: AsyncPort
  /** The edits of the whole module. */
  readonly edits: readonly Edit[]
}

export type PageInput = SectionInput & { readonly convention: Convention }

/** Returns the pattern of a component's props without its type. */
function patternOf({ fn }: Component, text: string): string | undefined {
  const [first] = fn.params
  if (!first) return undefined
  const type = 'typeAnnotation' in first ? first.typeAnnotation : undefined
  return text.slice(first.start, type?.start ?? first.end).replace(/\?\s*$/, '')
}

/** Returns true for a page that reads the query. */
export const usesSearch = (text: string): boolean => text.includes('searchParams')

/** Returns the function that makes the props of Next.js. */
function propsCode({ text, convention: { params, catchAll, localeParam } }: PageInput, need: Need): string {
  const entries = params.map(({ from, to }) => {
    const value = catchAll !== 'none' && to === '_splat' ? "params._splat?.split('/')" : `params[${JSON.stringify(to)}]`
    return `${JSON.stringify(from)}: ${value}`
  })
  if (localeParam !== undefined) {
    need('#app/navigation/locale/locale.ts', 'getLocale')
    entries.unshift(`${localeParam}: getLocale(params)`)
  }
  const search = usesSearch(text) ? 'searchParams' : 'searchParams: {}'
  return `/** The props that Next.js gives. */\nexport const nextProps = (params, searchParams) => ({ params: { ${entries.join(', ')} }, ${search} })\n`
}

/** Makes the head of a page from its metadata: Next.js inserts a title that is a text into the template of the layouts above. */
const HEAD = `
const headOf = (metadata) => ({ title: metadata?.title, description: metadata?.description })

export const pageHead = ({ nextHead }, template): { title?: string; description?: string } => ({
  title: typeof nextHead.title === 'string' ? template.replace('%s', () => nextHead.title) : (nextHead.title?.absolute ?? nextHead.title?.default),
  description: nextHead.description ?? undefined,
})
`

/** Returns what a function of the server does for a component, and what it returns. */
function bodyCode({ text, edits, port }: SectionInput, returned: readonly string[], need: Need): string {
  const body = port.moved.map((range) => {
    const code = applyEdits(text, edits, range)
    if (range.name === undefined) return `  ${code}\n`
    if (range.isElement) need('#app/ported/next/static-html.ts', 'staticHtml')
    return `  const ${range.name} = ${range.isElement ? `await staticHtml(${code})` : code}\n`
  })
  return `${body.join('')}  return { ${[...port.loaded, ...returned].join(', ')} }`
}

/** Writes the function of the server that loads what a page awaits, and its query. */
export function loadingCode(input: PageInput, called: readonly string[], need: Need): string {
  const { text, path, component } = input
  const pattern = patternOf(component, text)
  for (const name of ['notFound', 'redirect']) need('@tanstack/react-router', name)
  need('@tanstack/react-query', 'queryOptions')
  need('@tanstack/react-start', 'createServerFn')
  const check = called.includes('generateStaticParams')
    ? `  const known = await generateStaticParams()
  const isKnown = known.some((each) => Object.entries(each).every(([name, value]) => String(fromNext.params[name]) === String(value)))
  if (!isKnown) throw notFound()\n`
    : ''
  const hasHead = called.includes('generateMetadata')
  const body = bodyCode(input, hasHead ? ['nextHead: headOf(await generateMetadata(fromNext))'] : [], need)
  return `${propsCode(input, need)}
// from-next: ${path}: what the page awaits. Anyone can call it: check its input, and who may have the data
const load = createServerFn({ method: 'GET' }).validator((props) => props).handler(async ({ data: fromNext }) => {
${GUARD_PLACE}
${check}${pattern === undefined ? '' : `  const ${pattern} = fromNext\n`}${body}
})
${hasHead ? HEAD : ''}
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
  for (const name of ['notFound', 'redirect']) need('@tanstack/react-router', name)
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
