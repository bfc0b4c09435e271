import type { ESTree } from 'vite'
import { type Function, isFunction } from '#app/from-next/imports-and-exports.ts'
import { type CallFact, defaultName } from '#app/from-next/read-module.ts'
import { declaredNames, type Edit, type Range, walk } from '#app/from-next/parse-source.ts'

/** A function that is a component, by its name or as the default export. */
export type Component = {
  readonly fn: Function
  /** `undefined` for a default export without a name. */
  readonly name: string | undefined
  readonly isDefault: boolean
}

/** Returns the components of a module. */
export function componentsOf(program: ESTree.Program): Component[] {
  const exported = defaultName(program)
  const found: Component[] = []
  walk(program, (node, above) => {
    if (!isFunction(node)) return
    const parent = above.at(-1)
    const id = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : node.id
    const isDefault =
      parent?.type === 'ExportDefaultDeclaration' || (id !== null && id !== undefined && id.name === exported)
    if (isDefault || /^[A-Z]\w*[a-z]/.test(id?.name ?? '')) found.push({ fn: node, name: id?.name, isDefault })
  })
  return found
}

/** Visits what a function's body does itself, without the functions in it. */
export function walkOwn(body: ESTree.Node, visit: (node: ESTree.Node) => void): void {
  walk(body, (inner) => {
    if (isFunction(inner)) return false
    visit(inner)
    return true
  })
}

/** Returns what a function awaits itself. */
export function awaitsOf(body: ESTree.Node): (ESTree.AwaitExpression | ESTree.ForOfStatement)[] {
  const found: (ESTree.AwaitExpression | ESTree.ForOfStatement)[] = []
  walkOwn(body, (inner) => {
    if (inner.type === 'AwaitExpression' || (inner.type === 'ForOfStatement' && inner.await)) found.push(inner)
  })
  return found
}

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

export type AsyncPort = {
  /** The edits that make the component synchronous, and the calls that are changed. */
  readonly edits: readonly Edit[]
  readonly handled: readonly ESTree.Node[]
  /** Statements of the component that leave it, hooks included. */
  readonly server?: Range
  /** Statements that the server runs. */
  readonly moved: readonly Range[]
  /** Names that they declare and the component uses. */
  readonly loaded: readonly string[]
  /** Hooks among them, which stay in the component. */
  readonly hooks: readonly Range[]
}

const NOTHING: AsyncPort = { edits: [], handled: [], moved: [], loaded: [], hooks: [] }

type Calls = ReadonlyMap<ESTree.Node, CallFact>

/** Returns the hook that takes the place of what is awaited: `getTranslations('a')`. */
function hookOf(node: ESTree.Node, calls: Calls): string | undefined {
  const inner = node.type === 'ParenthesizedExpression' ? node.expression : node
  return INTL_HOOKS[calls.get(inner)?.name ?? '']
}

/** Returns the code of a hook: `getTranslations({ locale, namespace })` has the namespace alone. */
function hookCode(call: ESTree.CallExpression, hook: string, text: string): string {
  const [argument] = call.arguments
  if (hook !== 'useTranslations' || !argument) return `${hook}()`
  if (argument.type !== 'ObjectExpression') return `${hook}(${text.slice(argument.start, argument.end)})`
  const namespace = argument.properties.find(
    (item) => item.type === 'Property' && item.key.type === 'Identifier' && item.key.name === 'namespace',
  )
  const value = namespace?.type === 'Property' ? namespace.value : undefined
  return `${hook}(${value ? text.slice(value.start, value.end) : ''})`
}

/** Returns what is awaited but for params, the query and translations. */
function dataOf(node: ESTree.Node, isPage: boolean, calls: Calls): ESTree.Node[] {
  return awaitsOf(node).filter(
    (each) =>
      each.type !== 'AwaitExpression' || !((isPage && isPageProp(each.argument)) || hookOf(each.argument, calls)),
  )
}

function endsPage(node: ESTree.Node, calls: Calls): boolean {
  let found = false
  walkOwn(node, (inner) => {
    found ||= ENDS.test(calls.get(inner)?.name ?? '')
  })
  return found
}

const isHookStatement = (node: ESTree.Node, calls: Calls) =>
  node.type === 'VariableDeclaration' &&
  node.declarations.every(({ init }) => init?.type === 'AwaitExpression' && hookOf(init.argument, calls) !== undefined)

/** Returns true for `setRequestLocale(locale)`, which is not needed. */
const isLocaleStatement = (node: ESTree.Node, calls: Calls) =>
  node.type === 'ExpressionStatement' && calls.get(node.expression)?.name.endsWith('RequestLocale') === true

/** Returns those of the names that are used. */
function namesIn(nodes: readonly ESTree.Node[], names: readonly string[]): string[] {
  const used = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as { type?: string; name?: unknown }
    if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string') used.add(name)
    for (const child of Object.values(node)) visit(child)
  }
  nodes.forEach(visit)
  return names.filter((name) => used.has(name))
}

/** Returns why a statement cannot run on the server. */
function faultOf(statement: ESTree.Node, calls: Calls): string | undefined {
  let fault: string | undefined
  let ends = 0
  walkOwn(statement, (node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') fault ??= 'a component that awaits elements'
    if (node.type === 'CallExpression') {
      const { callee } = node
      if (callee.type === 'Identifier' && /^use[A-Z]/.test(callee.name)) fault ??= 'a hook before all of the data'
      if (ENDS.test(calls.get(node)?.name ?? '')) ends += 1
    }
    const ended = endingCall(node, calls)
    if (ended) ends -= 1
    else if (node.type === 'ReturnStatement') fault ??= 'a component that returns before it has all of its data'
  })
  return fault ?? (ends > 0 ? 'notFound() or redirect() within an expression' : undefined)
}

/** Returns the call of a statement that is `notFound()` or `return redirect('/')`. */
function endingCall(node: ESTree.Node, calls: Calls): CallFact | undefined {
  const call =
    node.type === 'ExpressionStatement' ? node.expression : node.type === 'ReturnStatement' ? node.argument : null
  const fact = call ? calls.get(call) : undefined
  return fact && ENDS.test(fact.name) ? fact : undefined
}

/** Divides what a page does: the statements up to the last that awaits data or ends it run on the server. */
function divide(fn: Component['fn'], calls: Calls): Pick<AsyncPort, 'server' | 'moved' | 'loaded' | 'hooks'> | string {
  const body = fn.body?.type === 'BlockStatement' ? fn.body.body : undefined
  const last = body?.findLastIndex((node) => dataOf(node, true, calls).length > 0 || endsPage(node, calls)) ?? -1
  const [first, end] = [body?.[0], body?.[last]]
  const isInResult = end?.type === 'ReturnStatement' && endingCall(end, calls) === undefined
  if (!body || !first || !end || isInResult) return 'a component that awaits in what it returns'
  const until = body.slice(0, last + 1).filter((node) => !('directive' in node && node.directive))
  const moved = until.filter((node) => !isHookStatement(node, calls) && !isLocaleStatement(node, calls))
  const hooks = until.filter((node) => isHookStatement(node, calls))
  for (const node of moved) {
    const fault = faultOf(node, calls)
    if (fault !== undefined) return fault
  }
  if (namesIn(moved, hooks.flatMap(declaredNames)).length > 0) return 'data that depends on translations'
  const loaded = namesIn([...hooks, ...body.slice(last + 1)], moved.flatMap(declaredNames))
  const isMade = moved.some(
    (node) =>
      (node.type === 'FunctionDeclaration' ||
        (node.type === 'VariableDeclaration' && node.declarations.some(({ init }) => isFunction(init)))) &&
      declaredNames(node).some((name) => loaded.includes(name)),
  )
  if (isMade) return 'a function that is made with data'
  return { server: { start: first.start, end: end.end }, moved, loaded, hooks }
}

/** Returns what makes the end of a page a throw. */
function endEdits(body: ESTree.Node, calls: Calls, redirectTo: RedirectTo): Pick<AsyncPort, 'edits' | 'handled'> {
  const edits: Edit[] = []
  const handled: ESTree.Node[] = []
  walkOwn(body, (node) => {
    const fact = endingCall(node, calls)
    if (!fact) return
    const [argument] = fact.node.arguments
    const name = fact.name.split('#')[1]
    const status = name === 'permanentRedirect' ? ', statusCode: 308' : ''
    const call = name === 'notFound' || !argument ? 'notFound()' : `redirect({ ${redirectTo(argument)}${status} })`
    edits.push({ start: node.start, end: node.end, text: `throw ${call}` })
    handled.push(fact.node)
  })
  return { edits, handled }
}

/** Returns the options of a redirect to an address. */
type RedirectTo = (address: ESTree.Node) => string

/**
 * Makes a component synchronous, and divides it if it is a page or a layout.
 *
 * @param isPage true for the default export of a page or layout, whose params here are values
 * @returns why it cannot be done, or what does it
 */
export function portAsync(
  { fn, isDefault }: Component,
  { isPage, calls, text, redirectTo }: { isPage: boolean; calls: Calls; text: string; redirectTo: RedirectTo },
): AsyncPort | string {
  const { body } = fn
  if (!body) return NOTHING
  const hasProps = isPage && isDefault
  const isDivided = hasProps && (dataOf(body, true, calls).length > 0 || endsPage(body, calls))
  if (!fn.async && !hasProps) return NOTHING
  if (!isDivided && dataOf(body, hasProps, calls).length > 0) return 'a component that is async'
  const divided = isDivided ? divide(fn, calls) : { moved: [], loaded: [], hooks: [] }
  if (typeof divided === 'string') return divided
  const ends = isDivided ? endEdits(body, calls, redirectTo) : NOTHING
  const edits = [...ends.edits]
  const handled = [...ends.handled]
  const [keyword = ''] = /^async\s*/.exec(text.slice(fn.start, fn.start + 100)) ?? []
  if (fn.async) edits.push({ start: fn.start, end: fn.start + keyword.length, text: '' })
  for (const each of awaitsOf(body)) {
    if (each.type !== 'AwaitExpression') continue
    const { argument, start, end } = each
    const hook = hookOf(argument, calls)
    if (hook !== undefined && argument.type === 'CallExpression') {
      edits.push({ start, end, text: hookCode(argument, hook, text) })
      handled.push(argument)
    } else if (hasProps && isPageProp(argument)) edits.push({ start, end: argument.start, text: '' })
  }
  walkOwn(body, (node) => {
    if (!hasProps || node.type !== 'CallExpression' || calls.get(node)?.name !== 'react#use') return
    const [argument] = node.arguments
    if (argument && isPageProp(argument))
      edits.push({ start: node.start, end: node.end, text: text.slice(argument.start, argument.end) })
  })
  return { edits, handled, ...divided }
}
