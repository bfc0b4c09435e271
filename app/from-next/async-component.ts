import type { ESTree } from 'vite'
import { type Component, type Function, awaitsOf, isFunction, walkOwn } from '#app/from-next/module-parts.ts'
import type { CallFact } from '#app/from-next/read-module.ts'
import {
  type Edit,
  type Range,
  declaredNames,
  patternNames,
  walk,
  propertyOf,
  referencesOf,
} from '#app/from-next/source.ts'

const withoutParentheses = (node: ESTree.Node): ESTree.Node =>
  node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node

/** Returns true for `params`, `searchParams` and `props.params`. */
export function isPageProp(node: ESTree.Node): boolean {
  const inner = withoutParentheses(node)
  const name = inner.type === 'MemberExpression' ? inner.property : inner
  return name.type === 'Identifier' && /^(params|searchParams)$/.test(name.name)
}

/** Functions of next-intl for the server, and the hooks that do the same. */
export const INTL_HOOKS: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  ['Translations', 'Formatter', 'Locale', 'Messages', 'Now', 'TimeZone'].map((name) => [
    `next-intl/server#get${name}`,
    `use${name}`,
  ]),
)

/** Calls that end a page. */
const ENDS = /^next\/navigation#(notFound|redirect|permanentRedirect)$/

/** Code that moves to the server: statements of the component, or an expression whose value gets a name. */
type Moved = Range & { readonly name?: string; readonly isElement?: boolean }

export type AsyncPort = {
  /** The edits that make the component synchronous, and the calls that are changed. */
  readonly edits: readonly Edit[]
  readonly handled: readonly ESTree.Node[]
  /** The statements up to the last that awaits. */
  readonly server?: Range
  readonly moved: readonly Moved[]
  /** Names that they declare and the component uses. */
  readonly loaded: readonly string[]
  /** Statements among them that stay in the component as well; hooks come before all that may end it. */
  readonly kept: readonly (Range & { readonly isHook: boolean })[]
  /** Results that the component has before all of its data, with the names that each uses. */
  readonly early: readonly { readonly result: Range | undefined; readonly names: readonly string[] }[]
  /** Edits of the component alone: the names of what is awaited in its result. */
  readonly own: readonly Edit[]
  /** The props that the server needs, each as written in the pattern; `undefined` for a page, which gets its own. */
  readonly inputs?: readonly { readonly key: string; readonly text: string }[]
}

const NOTHING: AsyncPort = { edits: [], handled: [], moved: [], loaded: [], kept: [], early: [], own: [] }

type Calls = ReadonlyMap<ESTree.Node, CallFact>

/** Facts of the module that has a component. */
export type PortInput = {
  readonly calls: Calls
  readonly text: string
  /** True for a call of what the server alone has, and for an element that the server alone makes. */
  readonly isServerValue: (node: ESTree.Node) => boolean
}

/** Returns the hook that takes the place of what is awaited: `getTranslations('a')`. */
function hookOf(node: ESTree.Node, calls: Calls): string | undefined {
  const inner = node.type === 'ParenthesizedExpression' ? node.expression : node
  return INTL_HOOKS[calls.get(inner)?.name ?? '']
}

/** Returns the code of a hook: `getTranslations({ locale, namespace })` has the namespace alone. */
function hookCode(call: ESTree.CallExpression, hook: string, text: string): string {
  const [argument] = call.arguments
  const value = argument?.type === 'ObjectExpression' ? propertyOf(argument, 'namespace') : argument
  return `${hook}(${hook === 'useTranslations' && value ? text.slice(value.start, value.end) : ''})`
}

/** Returns what a component takes from the server: what it awaits but for params, the query and translations. */
function dataOf(node: ESTree.Node, isPage: boolean, { calls, isServerValue }: PortInput): ESTree.Node[] {
  const found: ESTree.Node[] = awaitsOf(node).filter(
    (each) =>
      each.type !== 'AwaitExpression' || !((isPage && isPageProp(each.argument)) || hookOf(each.argument, calls)),
  )
  walkOwn(node, (inner) => {
    if (isServerValue(inner)) found.push(inner)
  })
  return found.toSorted((one, other) => one.start - other.start)
}

/** Returns the calls that end a page. */
function endsIn(node: ESTree.Node, calls: Calls): ESTree.Node[] {
  const found: ESTree.Node[] = []
  walkOwn(node, (inner) => {
    if (ENDS.test(calls.get(inner)?.name ?? '')) found.push(inner)
  })
  return found
}

const endsPage = (node: ESTree.Node, calls: Calls) => endsIn(node, calls).length > 0

const isHookStatement = (node: ESTree.Node, calls: Calls) =>
  node.type === 'VariableDeclaration' &&
  node.declarations.every(({ init }) => init?.type === 'AwaitExpression' && hookOf(init.argument, calls) !== undefined)

/** True for `setRequestLocale(locale)`, which is not needed. */
const isLocaleStatement = (node: ESTree.Node, calls: Calls) =>
  node.type === 'ExpressionStatement' && calls.get(node.expression)?.name.endsWith('RequestLocale') === true

/** Returns all names that are used. */
const namesOf = (nodes: readonly ESTree.Node[]) => new Set(nodes.flatMap(referencesOf).map(({ name }) => name))

/** Returns the names that a statement declares, in its blocks too. */
function allDeclared(statement: ESTree.Node): string[] {
  const names: string[] = []
  walkOwn(statement, (node) => {
    if (node.type === 'VariableDeclaration' || node.type === 'ForOfStatement') names.push(...declaredNames(node))
  })
  return [...names, ...declaredNames(statement)]
}

const isFunctionStatement = (node: ESTree.Node) =>
  node.type === 'FunctionDeclaration' ||
  (node.type === 'VariableDeclaration' && node.declarations.every(({ init }) => isFunction(init)))

/** True for `return redirect('/')`, which has no result. */
const isEnd = (node: ESTree.Node, calls: Calls) =>
  node.type === 'ReturnStatement' && node.argument !== null && ENDS.test(calls.get(node.argument)?.name ?? '')

/** Returns the results of a statement that come before all of the data. */
function resultsOf(statement: ESTree.Node, calls: Calls): ESTree.ReturnStatement[] {
  const found: ESTree.ReturnStatement[] = []
  walkOwn(statement, (node) => {
    if (node.type === 'ReturnStatement' && !isEnd(node, calls)) found.push(node)
  })
  return found
}

/** Returns why a statement cannot run on the server. */
function faultOf(statement: ESTree.Node, calls: Calls): string | undefined {
  let fault: string | undefined
  walk(statement, (node) => {
    if (isFunction(node) || (node.type === 'ReturnStatement' && !isEnd(node, calls))) return false
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') fault ??= 'a component that awaits elements'
    if (node.type === 'CallExpression') {
      const { callee } = node
      if (callee.type === 'Identifier' && /^use[A-Z]/.test(callee.name)) fault ??= 'a hook before all of the data'
    }
    return true
  })
  return fault
}

/** The name of what is awaited in a result. */
const awaitedName = (node: ESTree.Node) => `awaited${node.start}`

/** Returns what a result awaits, or the conditions that decide whether it does. */
function awaitedIn(result: ESTree.Node, data: readonly ESTree.Node[]): ESTree.Node[] | string {
  const found = new Set<ESTree.Node>()
  let fault: string | undefined
  walk(result, (node, above) => {
    if (isFunction(node)) return false
    if (!data.includes(node)) return true
    const all = [...above, node]
    const condition = above.find(({ type }) => type === 'ConditionalExpression' || type === 'LogicalExpression')
    const outer = condition ?? all.find((each) => data.includes(each)) ?? node
    if (condition) {
      walk(condition, ({ type }) => {
        if (type === 'JSXElement' || type === 'JSXFragment') fault = 'a component that awaits in what it returns'
      })
    }
    found.add(outer)
    return false
  })
  return fault ?? [...found]
}

/** Returns the props that statements use: members of the pattern, or of the name of all props. */
function inputsOf(fn: Function, used: ReadonlySet<string>, moved: readonly ESTree.Node[], text: string) {
  const [first] = fn.params
  if (!first) return []
  const pattern = first.type === 'AssignmentPattern' ? first.left : first
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) => {
      const names = patternNames(property.type === 'Property' ? property.value : property.argument)
      if (!names.some((name) => used.has(name))) return []
      const key = property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined
      return [key === undefined ? undefined : { key, text: text.slice(property.start, property.end) }]
    })
  if (pattern.type !== 'Identifier' || !used.has(pattern.name)) return []
  const keys = new Set<string | undefined>()
  for (const node of moved)
    walk(node, (inner, above) => {
      const parent = above.at(-1)
      if (inner.type !== 'Identifier' || inner.name !== pattern.name) return
      const isMember =
        parent?.type === 'MemberExpression' && parent.object === inner && parent.property.type === 'Identifier'
      keys.add(isMember && parent.property.type === 'Identifier' ? parent.property.name : undefined)
    })
  return [...keys].map((key) => (key === undefined ? undefined : { key, text: key }))
}

function callsHook(statement: ESTree.Node): boolean {
  let found = false
  walkOwn(statement, (node) => {
    found ||= node.type === 'CallExpression' && node.callee.type === 'Identifier' && /^use[A-Z]/.test(node.callee.name)
  })
  return found
}

type Divided = Omit<AsyncPort, 'edits' | 'handled'> & { readonly edits: readonly Edit[] }

/** Divides the body of a component: the statements up to the last one that awaits or ends the page run on the server. */
function divide(fn: Function, isPage: boolean, input: PortInput): Divided | string {
  const { calls, text } = input
  const block = fn.body?.type === 'BlockStatement' ? fn.body : undefined
  const body: readonly ESTree.Node[] = (block?.body ?? []).filter((node) => !('directive' in node && node.directive))
  const hasData = (node: ESTree.Node) => dataOf(node, isPage, input).length > 0 || endsPage(node, calls)
  const last = body.findLastIndex(hasData)
  const final = block ? body[last] : (fn.body ?? undefined)
  if (!final) return 'a component that awaits in what it returns'
  const isResult = !block || (final.type === 'ReturnStatement' && !isEnd(final, calls))
  const awaited = isResult ? awaitedIn(final, dataOf(final, isPage, input)) : []
  if (typeof awaited === 'string') return awaited
  if (isResult && endsPage(final, calls)) return 'notFound() or redirect() within an expression'
  const until = isResult ? body.slice(0, last === -1 ? 0 : last) : body.slice(0, last + 1)
  const rest = isResult ? [final, ...body.slice(last + 1)] : body.slice(last + 1)

  const isHook = (node: ESTree.Node) => isHookStatement(node, calls)
  const candidates = until.filter((node) => !isHook(node) && !isLocaleStatement(node, calls))
  const moved = new Set(candidates.filter((node) => hasData(node) || resultsOf(node, calls).length > 0))
  for (let size = -1; size !== moved.size;) {
    size = moved.size
    const used = namesOf([...moved, ...awaited])
    for (const node of candidates) if (allDeclared(node).some((name) => used.has(name))) moved.add(node)
  }
  const statements = candidates.filter((node) => moved.has(node))
  for (const node of statements) {
    const fault = faultOf(node, calls)
    if (fault !== undefined) return fault
  }
  const usedOnServer = namesOf([...statements, ...awaited])
  if (
    until
      .filter(isHook)
      .flatMap(declaredNames)
      .some((name) => usedOnServer.has(name))
  )
    return 'data that depends on translations'
  const stays = until.filter((node) => !moved.has(node) && !isLocaleStatement(node, calls))
  const usedHere = namesOf([...stays, ...rest.map((node) => node)])
  // A function cannot be sent: it is on both sides if it is made of nothing that is.
  const made = statements.filter(
    (node) => isFunctionStatement(node) && declaredNames(node).some((name) => usedHere.has(name)),
  )
  const sent = statements.filter((node) => !made.includes(node)).flatMap(declaredNames)
  if (made.some((node) => hasData(node))) return 'a function that is made with data'
  for (const name of namesOf(made)) if (sent.includes(name)) usedHere.add(name)
  const nested = statements.flatMap(allDeclared)
  const early = statements
    .flatMap((statement) => resultsOf(statement, calls))
    .map((result) => {
      const names = result.argument ? namesOf([result.argument]) : new Set<string>()
      return {
        node: result,
        result: result.argument ?? undefined,
        names: [...new Set(nested)].filter((name) => names.has(name)),
      }
    })
  const inputs = isPage ? [] : inputsOf(fn, usedOnServer, [...statements, ...awaited], text)
  if (inputs.some((each) => each === undefined)) return 'data that depends on all of its props'
  const start = block ? (body[0]?.start ?? block.end - 1) : final.start
  const end = until.at(-1)?.end ?? start
  return {
    edits: early.map(({ node, names }, index) => ({
      start: node.start,
      end: node.end,
      text: `return { ${[`ended: ${index}`, ...names].join(', ')} }`,
    })),
    server: { start, end },
    moved: [
      ...statements.map(({ start: from, end: to }) => ({ start: from, end: to })),
      ...awaited.map((node) => ({
        start: node.start,
        end: node.end,
        name: awaitedName(node),
        isElement: node.type === 'JSXElement',
      })),
    ],
    loaded: [...new Set(sent.filter((name) => usedHere.has(name))), ...awaited.map(awaitedName)],
    kept: until
      .filter((node) => stays.includes(node) || made.includes(node))
      .map((node) => ({ start: node.start, end: node.end, isHook: isHook(node) || callsHook(node) })),
    early: early.map(({ result, names }) => ({ result, names })),
    own: awaited.map((node) => ({
      start: node.start,
      end: node.end,
      text:
        node.type === 'JSXElement'
          ? `<div style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: ${awaitedName(node)} }} />`
          : awaitedName(node),
    })),
    ...(!isPage && { inputs: inputs.filter((each) => each !== undefined) }),
  }
}

/**
 * Makes a component synchronous, and divides it where it has data.
 *
 * @param isPage true for the default export of a page or layout, whose params here are values
 * @returns why it cannot be done, or what does it
 */
export function portAsync({ fn }: Component, isPage: boolean, input: PortInput): AsyncPort | string {
  const { body } = fn
  if (!body) return NOTHING
  const { calls, text } = input
  const isDivided = dataOf(body, isPage, input).length > 0 || (endsPage(body, calls) && (isPage || fn.async))
  if (!fn.async && !isPage && !isDivided) return NOTHING
  const divided = isDivided ? divide(fn, isPage, input) : NOTHING
  if (typeof divided === 'string') return divided
  const edits = [...divided.edits]
  const handled = isDivided ? endsIn(body, calls) : []
  const [keyword = ''] = /^async\s*/.exec(text.slice(fn.start, fn.start + 100)) ?? []
  if (fn.async) edits.push({ start: fn.start, end: fn.start + keyword.length, text: '' })
  for (const each of awaitsOf(body)) {
    if (each.type !== 'AwaitExpression') continue
    const { argument, start, end } = each
    const hook = hookOf(argument, calls)
    if (hook !== undefined && argument.type === 'CallExpression') {
      edits.push({ start, end, text: hookCode(argument, hook, text) })
      handled.push(argument)
    } else if (isPage && isPageProp(argument)) edits.push({ start, end: argument.start, text: '' })
  }
  walkOwn(body, (node) => {
    if (!isPage || node.type !== 'CallExpression' || calls.get(node)?.name !== 'react#use') return
    const [argument] = node.arguments
    if (argument && isPageProp(argument))
      edits.push({ start: node.start, end: node.end, text: text.slice(argument.start, argument.end) })
  })
  return { ...divided, edits, handled }
}
