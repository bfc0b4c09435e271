import type { ESTree } from 'vite'
import { addressIn } from './addresses.ts'
import type { ExportFact } from './imports-and-exports.ts'
import type { ApplicationModule, NextApplication } from './read-application.ts'
import type { CallFact } from './read-module.ts'
import { type Scope, awaited, declarationOf, evaluate, importedModule, memberName, rootName, scopeOf } from './scope.ts'
import {
  type Function,
  code,
  declaredNames,
  find,
  isFunction,
  isReference,
  patternNames,
  propertyOf,
  walk,
} from './source.ts'

/**
 * The condition under which code runs: a test in the source and its result. If the test is a block, the condition is
 * that it throws.
 */
type Condition = {
  readonly test: ESTree.Node
  readonly isTrue: boolean
  readonly scope: Scope
  /** The value of a `case`, which `switch` compares with its test. */
  readonly subject?: ESTree.Node
  /** True if the other branch is an answer too, which comes first. */
  readonly isAnswered?: boolean
}

/** The answer that code gives instead of a page. */
export type Answer = {
  readonly path: string
  readonly line: number
  /**
   * Returns what the code does, and when, in the words of the source: ``redirects to `/in` (307) if `!session` ``.
   * Tests that never hold for the paths are left out; `explained` has the names whose origin was given before.
   */
  readonly noteAt: (paths: readonly string[], explained: Set<string>) => string
  /** The function at the top of the module that gives the answer. */
  readonly inside: string | undefined
  /** True for an answer that refuses some visitors: one that is neither unconditional nor a not-found. */
  readonly isGuard: boolean
  /** True if it may be the answer at a path. A decision by the path alone is a rule, and no answer to a visitor. */
  readonly mayBeAt: (path: string) => boolean
}

const CLERK = /^@clerk\/nextjs(\/server)?#clerkMiddleware$/

const NAVIGATION =
  /^next\/navigation#(redirect|permanentRedirect|notFound|forbidden|unauthorized|useRouter\(\)\.(?:push|replace))$/

const STATUS: Readonly<Record<string, number>> = {
  redirect: 307,
  permanentRedirect: 308,
  notFound: 404,
  forbidden: 403,
  unauthorized: 401,
}

/** The number of functions and names that are followed, and of characters of an expression. */
const MAX = { followed: 3, chars: 160 }

const textOf = ({ module: { source } }: Scope, { start, end }: ESTree.Node): string => {
  const text = source.text.slice(start, end).replaceAll(/\s+/g, ' ')
  return text.length > MAX.chars ? `${text.slice(0, MAX.chars)}…` : text
}

const nameOf = ({ facts }: ApplicationModule, node: ESTree.Node | undefined): string =>
  facts.calls.find((call) => call.node === node)?.name ?? ''

/** True for a response, for `redirect` and `notFound` of a data function, and for `res.status(401)`. */
const isAnswer = (node: ESTree.Node, scope: Scope): boolean =>
  responseOf(node, scope) !== undefined ||
  propertyOf(node, 'redirect') !== undefined ||
  propertyOf(node, 'notFound') !== undefined ||
  /^res\.(status|redirect)\b/.test(textOf(scope, node))

/** Returns the conditions under which the code at a node runs, as far as branches and early returns determine them. */
function conditionsOf(node: ESTree.Node, above: readonly ESTree.Node[], scope: Scope): Condition[] {
  return above.flatMap((parent, index): Condition[] => {
    const child = above[index + 1] ?? node
    const one = (test: ESTree.Node, isTrue = true) => [{ test, isTrue, scope }]
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression')
      return child === parent.test ? [] : one(parent.test, child === parent.consequent)
    if (parent.type === 'LogicalExpression')
      return child === parent.right && parent.operator !== '??' ? one(parent.left, parent.operator === '&&') : []
    if (parent.type === 'TryStatement') return child === parent.handler ? one(parent.block) : []
    const before = above[index - 1]
    if (parent.type === 'SwitchCase')
      return parent.test && before?.type === 'SwitchStatement'
        ? [{ test: parent.test, isTrue: true, scope, subject: before.discriminant }]
        : []
    if (parent.type !== 'BlockStatement') return []
    return parent.body.flatMap((statement) => {
      if (statement.start >= child.start || statement.type !== 'IfStatement' || statement.alternate) return []
      const { consequent } = statement
      const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent
      if (last?.type !== 'ReturnStatement' && last?.type !== 'ThrowStatement') return []
      const isAnswered =
        last.type === 'ThrowStatement' || (last.argument && isAnswer(awaited(last.argument), scope)) === true
      return [{ test: statement.test, isTrue: false, scope, isAnswered }]
    })
  })
}

function valueAt(name: string, node: ESTree.Node, { module, assigned }: Scope): ESTree.Node | undefined {
  const places = assigned.get(name) ?? []
  const top = module.source.program.body.find(({ start, end }) => start <= node.start && node.end <= end)
  const isParam = (each: ESTree.Node) =>
    isFunction(each) &&
    each.start <= node.start &&
    node.end <= each.end &&
    each.params.some((param) => patternNames(param).includes(name))
  if (top && find(top, isParam).length > 0) return undefined
  const near = places.filter(({ above }) => top && above.includes(top))
  const [first, ...more] =
    near.length > 0 ? near : places.filter(({ above }) => !above.some((each) => isFunction(each)))
  return first && first.above.length > 0 && more.length === 0 ? first.node : undefined
}

/** Returns conditions in the words of the source, with the origin of the names in them. */
function whenOf(conditions: readonly Condition[], explained: Set<string>): string {
  const texts = (isTrue: boolean, word: string, between: string) => {
    const found = conditions
      .filter((condition) => condition.isTrue === isTrue)
      .map(({ test, scope, subject }) => {
        const of = subject ? `${code(textOf(scope, subject))} is ` : ''
        return `${of}${code(textOf(scope, test))}${test.type === 'BlockStatement' ? ' throws' : ''}`
      })
    return found.length > 0 ? [`${word} ${[...new Set(found)].join(between)}`] : []
  }
  const meanings: string[] = []
  const explain = (test: ESTree.Node, scope: Scope): void =>
    walk(test, (node, above) => {
      if (!isReference(node, above)) return
      const value = valueAt(node.name, test, scope)
      const key = `${scope.module.path} ${node.name}`
      if (!value || explained.has(key) || isFunction(value) || memberName(value) === 'nextUrl') return
      explained.add(key)
      meanings.push(`${code(node.name)} from ${code(textOf(scope, value))}`)
      explain(value, scope)
    })
  for (const { test, scope } of conditions) if (test.type !== 'BlockStatement') explain(test, scope)
  const when = [...texts(true, 'if', ' and '), ...texts(false, 'unless', ' or ')].join(', ')
  return (when && ` ${when}`) + (meanings.length > 0 ? `; ${meanings.join(', ')}` : '')
}

function answer(node: ESTree.Node, conditions: readonly Condition[], scope: Scope, does: string): Answer {
  const { path, source } = scope.module
  const top = source.program.body.find(({ start, end }) => start <= node.start && node.end <= end)
  const isRule = /^(redirects to (?!the sign-in)|answers with the page)/.test(does)
  /** Returns whether a condition holds at a path; `undefined` if more than the path decides. */
  const holds = ({ test, isTrue, scope: { values } }: Condition, at: string) => {
    const result = evaluate(test, at, values)
    return result === undefined ? undefined : result === isTrue
  }
  return {
    path,
    line: source.lineAt(node.start),
    noteAt: (paths, explained) => {
      const said = conditions.filter(
        (each) =>
          !each.isAnswered && (each.isTrue || paths.length === 0 || !paths.every((at) => holds(each, at) === true)),
      )
      return does + whenOf(said, explained)
    },
    inside: top && declaredNames(top)[0],
    isGuard: conditions.length > 0 && does !== 'answers 404',
    mayBeAt: (at) => {
      const results = conditions.map((each) => holds(each, at))
      return !results.includes(false) && !(isRule && results.every(Boolean))
    },
  }
}

/** Returns the address of a redirect or a rewrite, as far as the source contains it. */
function targetOf(given: ESTree.Node | undefined, scope: Scope, depth = 0): string {
  const node = given && awaited(given)
  if (!node) return 'an address'
  if (node.type === 'NewExpression' && node.arguments[0]) return targetOf(node.arguments[0], scope, depth)
  const value = node.type === 'Identifier' ? (scope.paths.get(node.name) ?? scope.values.get(node.name)) : undefined
  return value && depth < MAX.followed
    ? targetOf(value, scope, depth + 1)
    : code(addressIn(node) ?? textOf(scope, node))
}

const numberOf = (node: ESTree.Node | undefined): number | undefined =>
  node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined

const statusOf = (node: ESTree.Node | undefined): number | undefined =>
  numberOf(node) ?? numberOf(propertyOf(node, 'status') ?? propertyOf(node, 'statusCode'))

/** Returns the effect of a response of Next.js, or of Clerk; `undefined` for another expression. */
function responseOf(node: ESTree.Node, scope: Scope): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  const [first, second] = node.arguments
  const [made, method] = [textOf(scope, node.callee), memberName(node.callee)]
  const status = statusOf(second)
  if (/^(Next)?Response\.redirect$/.test(made)) return `redirects to ${targetOf(first, scope)} (${status ?? 307})`
  if (made === 'NextResponse.rewrite') return `answers with the page at ${targetOf(first, scope)}`
  if (/^(Next)?Response(\.json)?$/.test(made)) return `answers ${status ?? 200}`
  if (method === 'protect') return `refuses who is signed out, by ${code(textOf(scope, node))} of Clerk`
  return /^redirectToSign(In|Up)$/.test(method || made)
    ? `redirects to the sign-in page, by ${code(method || made)}`
    : undefined
}

type Decider = { readonly fn: Function; readonly module: ApplicationModule; readonly isAuthorized: boolean }

const middlewareOf = ({ facts: { exports } }: ApplicationModule): ExportFact | undefined =>
  exports.get('default') ?? exports.get('middleware') ?? exports.get('proxy')

/** Returns the functions `authorized` of the configs of next-auth: each returns true for a visitor who may pass. */
const authorizedIn = (modules: Iterable<ApplicationModule>): Decider[] =>
  [...modules]
    .filter(({ facts }) => facts.imports.some(({ source }) => /^next-auth(\/|$)/.test(source)))
    .flatMap((module) =>
      find(module.source.program, ({ type }) => type === 'ObjectExpression')
        .map((object) => propertyOf(object, 'authorized'))
        .filter(isFunction)
        .map((fn) => ({ fn, module, isAuthorized: true })),
    )

/** Returns the functions of a middleware that decide; `undefined` if unknown functions decide. */
function decidersOf(module: ApplicationModule, application: NextApplication): Decider[] | undefined {
  const { facts } = module
  const node = middlewareOf(module)?.node
  const own = (fn: Function) => ({ fn, module, isAuthorized: false })
  if (isFunction(node)) return [own(node)]
  const name = nameOf(module, node)
  const args = node?.type === 'CallExpression' ? node.arguments : []
  const given = args.filter((argument) => isFunction(argument)).map(own)
  if (CLERK.test(name)) return given.length > 0 || args.length === 0 ? given : undefined
  if (name === 'next-intl/middleware#default') return []
  const isAuth = (source: string) =>
    source === 'next-auth' ||
    importedModule(module, source, application)?.facts.calls.some((call) => call.name === 'next-auth#default')
  const isOfAuth = name === 'next-auth/middleware#withAuth' || facts.imports.some(({ source }) => isAuth(source))
  if (!isOfAuth) return undefined
  const authorized = authorizedIn(name.startsWith('next-auth/') ? [module] : application.modules.values())
  // A function that is passed to `auth` of next-auth 5 decides alone.
  const all = name.startsWith('next-auth/') ? [...authorized, ...given] : given.length > 0 ? given : authorized
  return all.length > 0 ? all : undefined
}

/**
 * Returns the answers that a function gives instead of passing a request on, including answers of functions whose
 * results it returns.
 */
function answersOf(
  { fn, module, isAuthorized }: Decider,
  application: NextApplication,
  before: readonly Condition[] = [],
  depth = 0,
): Answer[] {
  const scope = scopeOf(module, application)
  const found: Answer[] = []
  // Names such as `response` are assigned in several scopes, of which each return has all.
  const followed = new Set<ESTree.Node>()
  const when = (node: ESTree.Node, above: readonly ESTree.Node[]) => [...before, ...conditionsOf(node, above, scope)]
  const add = (node: ESTree.Node, conditions: readonly Condition[], does: string) =>
    found.push(answer(node, conditions, scope, does))
  const respond = (given: ESTree.Node | null | undefined, above: readonly ESTree.Node[], names = 0): void => {
    const node = given && awaited(given)
    if (!node || names > MAX.followed) return
    const parts =
      node.type === 'ConditionalExpression'
        ? [node.consequent, node.alternate]
        : node.type === 'LogicalExpression' && !isAuthorized
          ? [node.left, node.right]
          : []
    for (const part of parts) respond(part, [...above, node], names)
    if (parts.length > 0) return
    const conditions = when(node, above)
    const response = responseOf(node, scope)
    const isLiteral = node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'undefined')
    const values = node.type === 'Identifier' ? scope.assigned.get(node.name) : undefined
    const callee = node.type === 'CallExpression' ? node.callee : undefined
    const called = callee?.type === 'Identifier' ? declarationOf(callee.name, module, application) : undefined
    const isPassing =
      isLiteral ||
      memberName(callee) === 'next' ||
      CLERK.test(nameOf(module, callee)) ||
      nameOf(module, callee && (scope.values.get(rootName(callee)) ?? callee)).startsWith('next-intl/middleware#')
    if (response !== undefined) add(node, conditions, response)
    else if (isAuthorized && node.type === 'Literal' && node.value === true) return
    else if (isAuthorized)
      add(
        node,
        [...conditions, ...(node.type === 'Literal' ? [] : [{ test: node, isTrue: false, scope }])],
        'redirects to the sign-in page of next-auth',
      )
    else if (values)
      for (const value of values) {
        if (!followed.has(value.node)) respond(value.node, value.above, names + 1)
        followed.add(value.node)
      }
    else if (called && isFunction(called.node) && depth < MAX.followed)
      found.push(
        ...answersOf(
          { fn: called.node, module: called.module, isAuthorized: false },
          application,
          conditions,
          depth + 1,
        ),
      )
    else if (!isPassing) add(node, conditions, `answers what ${code(textOf(scope, node))} returns`)
  }
  walk(fn, (node, above) => {
    const parent = above.at(-1)
    if (isFunction(node) && node !== fn)
      return parent?.type === 'CallExpression' && CLERK.test(nameOf(module, parent)) ? undefined : false
    if (node.type === 'ThrowStatement') add(node, when(node, above), `throws ${code(textOf(scope, node.argument))}`)
    if (node.type === 'ReturnStatement') respond(node.argument, [...above, node])
    if (node.type !== 'CallExpression') return undefined
    const isStatement = [parent, above.at(-2)].some((each) => each?.type === 'ExpressionStatement')
    if (isStatement && /\bprotect$/.test(textOf(scope, node.callee))) respond(node, above)
    return undefined
  })
  if (fn.body && fn.body.type !== 'BlockStatement') respond(fn.body, [])
  return found
}

/** Finds the answers that a middleware gives instead of pages, with words that occur in its paths. */
export function middlewareAnswers(module: ApplicationModule, application: NextApplication) {
  const deciders = decidersOf(module, application)
  const all = [module, ...(deciders ?? []).map((decider) => decider.module)]
  const words = [...new Set(all)].flatMap(({ source }) =>
    find(source.program, ({ type }) => type === 'Literal').flatMap((node) => {
      const text = node.type === 'Literal' ? String(node.value) : ''
      return /[/*(]/.test(text) ? (text.match(/[\w-]+/g) ?? []) : []
    }),
  )
  const { program, text } = module.source
  const { node = program } = middlewareOf(module) ?? {}
  const unknown = `is decided by ${code(text.slice(node.start, node.end).split('{', 1)[0] ?? '')}, which is not read`
  const answers = deciders
    ? deciders.flatMap((decider) => answersOf(decider, application))
    : [answer(node, [], scopeOf(module, application), unknown)]
  return { answers, words: [...new Set(words)].slice(0, 16) }
}

/**
 * Returns the answers that a module of a page or a server route gives by functions of Next.js, and its other responses.
 */
export function ownAnswers(module: ApplicationModule, application: NextApplication): Answer[] {
  const { facts, source, convention } = module
  /** True for a call during rendering, or in an effect. A call in an event handler follows a click. */
  const isShown = ({ name, above }: CallFact) =>
    !name.includes('useRouter') ||
    above.some((each) => each.type === 'CallExpression' && rootName(each.callee).endsWith('Effect'))
  const calls = facts.calls.filter((call) => NAVIGATION.test(call.name) && !call.isAction && isShown(call))
  const isServer = /^(route|api)$/.test(convention?.name ?? '')
  const loads = [...facts.exports.values()].flatMap(({ name, fn }) =>
    /^get(ServerSide|Static)Props$/.test(name) && fn ? [fn] : [],
  )
  if (calls.length + loads.length === 0 && !isServer) return []
  const scope = scopeOf(module, application)
  const found = calls.map(({ node, above, name }) => {
    const [, kind = ''] = NAVIGATION.exec(name) ?? []
    const status = STATUS[kind]
    const target = () => targetOf(node.arguments[0], scope)
    const does =
      status === undefined
        ? `redirects in the browser to ${target()}`
        : status < 400
          ? `redirects to ${target()} (${status})`
          : `answers ${status}`
    return answer(node, conditionsOf(node, above, scope), scope, does)
  })
  for (const root of [...loads, ...(isServer ? [source.program] : [])])
    walk(root, (node, above) => {
      const add = (does: string) => void found.push(answer(node, conditionsOf(node, above, scope), scope, does))
      const redirect = propertyOf(node, 'redirect')
      if (!isServer && redirect) add(`redirects to ${targetOf(propertyOf(redirect, 'destination'), scope)}`)
      if (!isServer && propertyOf(node, 'notFound')) add('answers 404')
      const status =
        node.type === 'CallExpression' && memberName(node.callee) === 'status' ? numberOf(node.arguments[0]) : undefined
      const does = isServer ? (responseOf(node, scope) ?? `answers ${status ?? 200}`) : ''
      if (/^(redirects|answers [34])/.test(does)) add(does)
    })
  return found
}
