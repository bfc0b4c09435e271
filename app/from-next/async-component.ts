import type { ESTree } from 'vite'
import { type Component, awaitsOf } from '#app/from-next/module-parts.ts'
import type { CallFact } from '#app/from-next/read-module.ts'
import {
  type Edit,
  type Function,
  type Range,
  bare,
  declaredNames,
  find,
  findOwn,
  isFunction,
  patternNames,
  propertyOf,
  referencesOf,
  replace,
  walk,
} from '#app/from-next/source.ts'

/** True for `params`, `searchParams` and `props.params`. */
function isPageProp(node: ESTree.Node): boolean {
  const inner = bare(node)
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

const ENDS = /^next\/navigation#(notFound|redirect|permanentRedirect)$/

export type AsyncPort = {
  readonly edits: readonly Edit[]
  readonly handled: readonly ESTree.Node[]
  /** The statements up to the last that awaits. */
  readonly server?: Range
  /** Code that moves to the server: statements of the component, or an expression whose value gets a name. */
  readonly moved: readonly (Range & { readonly name?: string; readonly isElement?: boolean })[]
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

type PortInput = {
  readonly calls: ReadonlyMap<ESTree.Node, CallFact>
  readonly text: string
  /** True for a call of what the server alone has, and for an element that the server alone makes. */
  readonly isServerValue: (node: ESTree.Node) => boolean
}

/** Returns the code of a hook: `getTranslations({ locale, namespace })` has the namespace alone. */
function hookCode(call: ESTree.CallExpression, hook: string, text: string): string {
  const [argument] = call.arguments
  const value = argument?.type === 'ObjectExpression' ? propertyOf(argument, 'namespace') : argument
  return `${hook}(${hook === 'useTranslations' && value ? text.slice(value.start, value.end) : ''})`
}

function questionsOf(isPage: boolean, { calls, isServerValue }: PortInput) {
  const nameOf = (node: ESTree.Node) => calls.get(bare(node))?.name ?? ''
  /** The hook that takes the place of what is awaited: `getTranslations('a')`. */
  const hookOf = (node: ESTree.Node) => INTL_HOOKS[nameOf(node)]
  const isEnd = (node: ESTree.Node) => ENDS.test(calls.get(node)?.name ?? '')
  const endsIn = (node: ESTree.Node) => findOwn(node, isEnd)
  /** The values that the server provides: all that is awaited but for params, the query and translations. */
  const dataIn = (node: ESTree.Node) => [
    ...awaitsOf(node).filter(
      (each) => each.type !== 'AwaitExpression' || !((isPage && isPageProp(each.argument)) || hookOf(each.argument)),
    ),
    ...findOwn(node, isServerValue),
  ]
  /** A result is no `return redirect('/')`. */
  const isResult = (node: ESTree.Node): node is ESTree.ReturnStatement =>
    node.type === 'ReturnStatement' && !(node.argument && ENDS.test(nameOf(node.argument)))
  return {
    hookOf,
    endsIn,
    dataIn,
    isResult,
    hasData: (node: ESTree.Node) => dataIn(node).length > 0 || endsIn(node).length > 0,
    resultsIn: (node: ESTree.Node) => findOwn(node, isResult),
    isHookStatement: (node: ESTree.Node) =>
      node.type === 'VariableDeclaration' &&
      node.declarations.every(({ init }) => init?.type === 'AwaitExpression' && hookOf(init.argument) !== undefined),
    /** True for `setRequestLocale(locale)`, which is not needed. */
    isLocaleStatement: (node: ESTree.Node) =>
      node.type === 'ExpressionStatement' && nameOf(node.expression).endsWith('RequestLocale'),
  }
}

type Questions = ReturnType<typeof questionsOf>

const namesOf = (nodes: readonly ESTree.Node[]) => new Set(nodes.flatMap(referencesOf).map(({ name }) => name))

const allDeclared = (statement: ESTree.Node): string[] => [
  ...findOwn(statement, ({ type }) => type === 'VariableDeclaration').flatMap(declaredNames),
  ...declaredNames(statement),
]

const isFunctionStatement = (node: ESTree.Node) =>
  node.type === 'FunctionDeclaration' ||
  (node.type === 'VariableDeclaration' && node.declarations.every(({ init }) => isFunction(init)))

const isElement = ({ type }: ESTree.Node) => type === 'JSXElement' || type === 'JSXFragment'

const isHookCall = (node: ESTree.Node) =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && /^use[A-Z]/.test(node.callee.name)

function faultOf(statement: ESTree.Node, { isResult }: Questions): string | undefined {
  let fault: string | undefined
  walk(statement, (node) => {
    if (isFunction(node) || isResult(node)) return false
    if (isElement(node)) fault ??= 'a component that awaits elements'
    if (isHookCall(node)) fault ??= 'a hook before all of the data'
    return true
  })
  return fault
}

const rangeOf = ({ start, end }: Range): Range => ({ start, end })

const awaitedName = (node: ESTree.Node) => `awaited${node.start}`

/** Returns what a result awaits, or the conditions that decide whether it does; or why it cannot be loaded before. */
function awaitedIn(result: ESTree.Node, data: readonly ESTree.Node[]): ESTree.Node[] | string {
  const found = new Set<ESTree.Node>()
  walk(result, (node, above) => {
    if (isFunction(node)) return false
    if (!data.includes(node)) return true
    const isCondition = ({ type }: ESTree.Node) => type === 'ConditionalExpression' || type === 'LogicalExpression'
    found.add(above.find(isCondition) ?? node)
    return false
  })
  const hasElements = [...found].some((node) => !data.includes(node) && find(node, isElement).length > 0)
  return hasElements ? 'a component that awaits in what it returns' : [...found]
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

/** The statements up to the last one that awaits or ends the page run on the server. */
function divide(fn: Function, isPage: boolean, text: string, questions: Questions): AsyncPort | string {
  const { dataIn, endsIn, hasData, isHookStatement, isLocaleStatement, isResult, resultsIn } = questions
  const block = fn.body?.type === 'BlockStatement' ? fn.body : undefined
  const body: readonly ESTree.Node[] = (block?.body ?? []).filter((node) => !('directive' in node && node.directive))
  const last = body.findLastIndex(hasData)
  const final = block ? body[last] : fn.body
  if (!final) return 'a component that awaits in what it returns'
  const isInResult = !block || isResult(final)
  const awaited = isInResult ? awaitedIn(final, dataIn(final)) : []
  if (typeof awaited === 'string') return awaited
  if (isInResult && endsIn(final).length > 0) return 'notFound() or redirect() within an expression'
  const end = isInResult ? Math.max(last, 0) : last + 1
  const until = body.slice(0, end)
  const rest = block ? body.slice(end) : [final]

  const candidates = until.filter((node) => !isHookStatement(node) && !isLocaleStatement(node))
  const moved = new Set(candidates.filter((node) => hasData(node) || resultsIn(node).length > 0))
  for (let size = -1; size !== moved.size;) {
    size = moved.size
    const used = namesOf([...moved, ...awaited])
    for (const node of candidates) if (allDeclared(node).some((name) => used.has(name))) moved.add(node)
  }
  const statements = candidates.filter((node) => moved.has(node))
  const fault = statements.map((node) => faultOf(node, questions)).find((each) => each !== undefined)
  if (fault !== undefined) return fault
  const usedOnServer = namesOf([...statements, ...awaited])
  const translations = until.filter(isHookStatement).flatMap(declaredNames)
  if (translations.some((name) => usedOnServer.has(name))) return 'data that depends on translations'
  const stays = until.filter((node) => !moved.has(node) && !isLocaleStatement(node))
  const usedHere = namesOf([...stays, ...rest])
  // A function cannot be sent: it is on both sides if it is made of nothing that is.
  const made = statements.filter(
    (node) => isFunctionStatement(node) && declaredNames(node).some((name) => usedHere.has(name)),
  )
  const sent = statements.filter((node) => !made.includes(node)).flatMap(declaredNames)
  if (made.some(hasData)) return 'a function that is made with data'
  for (const name of namesOf(made)) if (sent.includes(name)) usedHere.add(name)
  const nested = [...new Set(statements.flatMap(allDeclared))]
  const results = statements.flatMap(resultsIn).map((node) => {
    const used = namesOf(node.argument ? [node.argument] : [])
    return { node, result: node.argument ?? undefined, names: nested.filter((name) => used.has(name)) }
  })
  const inputs = isPage ? [] : inputsOf(fn, usedOnServer, [...statements, ...awaited], text)
  if (inputs.includes(undefined)) return 'data that depends on all of its props'
  const start = block ? (body[0]?.start ?? block.end - 1) : final.start
  return {
    edits: results.map(({ node, names }, index) =>
      replace(node, `return { ${[`ended: ${index}`, ...names].join(', ')} }`),
    ),
    handled: endsIn(fn.body ?? final),
    server: { start, end: until.at(-1)?.end ?? start },
    moved: [
      ...statements.map(rangeOf),
      ...awaited.map((node) => ({ ...rangeOf(node), name: awaitedName(node), isElement: node.type === 'JSXElement' })),
    ],
    loaded: [...new Set(sent.filter((name) => usedHere.has(name))), ...awaited.map(awaitedName)],
    kept: until
      .filter((node) => stays.includes(node) || made.includes(node))
      .map((node) => ({ ...rangeOf(node), isHook: isHookStatement(node) || findOwn(node, isHookCall).length > 0 })),
    early: results,
    own: awaited.map((node) => {
      const name = awaitedName(node)
      const html = `<div style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: ${name} }} />`
      return replace(node, node.type === 'JSXElement' ? html : name)
    }),
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
  const questions = questionsOf(isPage, input)
  const isDivided = questions.dataIn(body).length > 0 || (questions.endsIn(body).length > 0 && (isPage || fn.async))
  if (!fn.async && !isPage && !isDivided) return NOTHING
  const divided = isDivided ? divide(fn, isPage, text, questions) : NOTHING
  if (typeof divided === 'string') return divided
  const edits = [...divided.edits, ...asyncEdits(fn, text)]
  const handled = [...divided.handled]
  for (const each of awaitsOf(body)) {
    if (each.type !== 'AwaitExpression') continue
    const { argument, start } = each
    const hook = questions.hookOf(argument)
    const call = bare(argument)
    if (hook !== undefined && call.type === 'CallExpression') {
      edits.push(replace(each, hookCode(call, hook, text)))
      handled.push(call)
    } else if (isPage && isPageProp(argument)) edits.push(replace({ start, end: argument.start }))
  }
  for (const call of isPage ? findOwn(body, (node) => calls.get(node)?.name === 'react#use') : []) {
    const [argument] = (call as ESTree.CallExpression).arguments
    if (argument && isPageProp(argument)) edits.push(replace(call, text.slice(argument.start, argument.end)))
  }
  return { ...divided, edits, handled }
}

export function asyncEdits({ async, start }: Function, text: string): Edit[] {
  const [keyword = ''] = /^async\s*/.exec(text.slice(start, start + 100)) ?? []
  return async ? [replace({ start, end: start + keyword.length })] : []
}
