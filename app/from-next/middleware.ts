import { pathToRegexp } from 'path-to-regexp'
import type { ESTree } from 'vite'
import type { ExportFact } from './imports-and-exports.ts'
import type { ApplicationModule, NextApplication } from './read-application.ts'
import { type Function, bare, declaredNames, find, isFunction, patternNames, propertyOf, walk } from './source.ts'
import { constantsOf, staticValue } from './static-value.ts'

/** A condition that holds where a visitor is refused: a test of the source, and its result. */
type Condition = { readonly test: ESTree.Node; readonly isTrue: boolean }

/** Packages of a middleware that look at nothing but the address and the languages. */
const HARMLESS =
  /^(next|next-intl|negotiator|@formatjs\/intl-localematcher|path-to-regexp|server-only)(\/(?!headers)|$)/

/** Headers that say nothing about who the visitor is. */
const PLAIN_HEADERS = /^(accept-language|host|x-forwarded-(host|proto)|user-agent|referer)$/i

const LOCALE_COOKIE = /locale|lang/i

/** Names of what only visitors with a session have: to lead these elsewhere refuses nobody. */
const SIGNED_IN = /^(is)?(signed|logged)-?in$|^is(auth|authenticated)$|^(session|user|userid|token|sessioncookie)$/i

const CLERK = /^@clerk\/nextjs(\/server)?#clerkMiddleware$/

const REFUSES = /^(protect|redirectToSign(In|Up))$/

const memberName = (node: ESTree.Node | null | undefined): string =>
  node?.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''

const textOf = (node: ESTree.Node | undefined): string =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : ''

/** Returns what an expression awaits, without the parentheses and types around it. */
const inner = (node: ESTree.Node): ESTree.Node => {
  const own = bare(node)
  return own.type === 'AwaitExpression' ? inner(own.argument) : own
}

function importedModule({ path }: ApplicationModule, specifier: string, { modules, resolve }: NextApplication) {
  const target = resolve(path, specifier)
  return target.type === 'file' ? modules.get(target.path) : undefined
}

const calls = (module: ApplicationModule | undefined, name: string): boolean =>
  module?.facts.calls.some((call) => call.name === name) === true

/** True for a middleware that looks at more than the address and the languages. Imports that cannot be read count. */
function looksAtVisitors(module: ApplicationModule, application: NextApplication): boolean {
  const isStatic = (specifier: string, name: string) => {
    const other = importedModule(module, specifier, application)
    return calls(other, 'next-intl/routing#defineRouting') || other?.facts.exports.get(name)?.value !== undefined
  }
  let looks = module.facts.imports.some(
    ({ source, names, isType, kind }) =>
      !isType &&
      !HARMLESS.test(source) &&
      (kind !== 'import' || names.length === 0 || names.some(({ imported }) => !isStatic(source, imported))),
  )
  walk(module.source.program, (node, above) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') looks ||= node.callee.name === 'fetch'
    if (node.type !== 'MemberExpression') return
    const name = memberName(node)
    const [call, member] = [above.at(-2), above.at(-1)]
    const method = call?.type === 'CallExpression' && call.callee === member ? memberName(member) : ''
    const asked = call?.type === 'CallExpression' ? textOf(call.arguments[0]) : ''
    if (/^(ip|geo|auth|user)$/.test(name)) looks = true
    if (name === 'cookies') looks ||= !/^(set|delete)$/.test(method) && !(method === 'get' && LOCALE_COOKIE.test(asked))
    if (name === 'headers') looks ||= /^(get|has)$/.test(method) && !PLAIN_HEADERS.test(asked)
    if (name === 'env') looks ||= memberName(member) !== 'NODE_ENV'
  })
  return looks
}

/** Returns the functions `authorized` of the configs of next-auth: each returns true for a visitor who may pass. */
const authorizedIn = (modules: Iterable<ApplicationModule>): Function[] =>
  [...modules]
    .filter(({ facts }) => facts.imports.some(({ source }) => /^next-auth(\/|$)/.test(source)))
    .flatMap(({ source }) => find(source.program, ({ type }) => type === 'ObjectExpression'))
    .map((object) => propertyOf(object, 'authorized'))
    .filter(isFunction)

export const middlewareOf = ({ facts: { exports } }: ApplicationModule): ExportFact | undefined =>
  exports.get('default') ?? exports.get('middleware') ?? exports.get('proxy')

/** Returns the functions of a middleware that decide; `undefined` if others do, which are not known. */
function decidersOf(module: ApplicationModule, application: NextApplication): Function[] | undefined {
  const { facts } = module
  const node = middlewareOf(module)?.node
  if (isFunction(node)) return [node]
  const name = facts.calls.find((fact) => fact.node === node)?.name ?? ''
  const args = node?.type === 'CallExpression' ? node.arguments : []
  const given = args.filter((argument) => isFunction(argument))
  if (CLERK.test(name)) return given.length > 0 || args.length === 0 ? given : undefined
  if (name === 'next-intl/middleware#default') return []
  const isOfAuth =
    name === 'next-auth/middleware#withAuth' ||
    facts.imports.some(
      ({ source }) => source === 'next-auth' || calls(importedModule(module, source, application), 'next-auth#default'),
    )
  const authorized = isOfAuth
    ? authorizedIn(name.startsWith('next-auth/') ? [module] : application.modules.values())
    : []
  return authorized.length > 0 ? [...authorized, ...given] : undefined
}

/** Returns the conditions under which the code at a node runs, as far as `if`, `&&`, `||`, `?:` and early ends say. */
function conditionsOf(node: ESTree.Node, above: readonly ESTree.Node[]): Condition[] {
  return above.flatMap((parent, index): Condition[] => {
    const child = above[index + 1] ?? node
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression')
      return child === parent.test ? [] : [{ test: parent.test, isTrue: child === parent.consequent }]
    if (parent.type === 'LogicalExpression')
      return child === parent.right && parent.operator !== '??'
        ? [{ test: parent.left, isTrue: parent.operator === '&&' }]
        : []
    if (parent.type !== 'BlockStatement') return []
    return parent.body.flatMap((statement) => {
      if (statement.start >= child.start || statement.type !== 'IfStatement' || statement.alternate) return []
      const { consequent } = statement
      const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent
      return /^(Return|Throw)Statement$/.test(last?.type ?? '') ? [{ test: statement.test, isTrue: false }] : []
    })
  })
}

function rootOf(node: ESTree.Node): string {
  const start = inner(node)
  if (start.type === 'MemberExpression') return rootOf(start.object)
  if (start.type === 'CallExpression') return rootOf(start.callee)
  return start.type === 'Identifier' ? start.name : ''
}

/** Finds the places where functions of a middleware may refuse a visitor, each with its conditions. */
function refusalsOf({ facts, source }: ApplicationModule, deciders: readonly Function[]): Condition[][] {
  const names = new Map(facts.calls.map((fact) => [fact.node as ESTree.Node, fact.name]))
  const others = new Set([
    ...facts.imports.flatMap((fact) => (HARMLESS.test(fact.source) ? [] : fact.names.map(({ local }) => local))),
    ...source.program.body.flatMap((statement) =>
      statement.type === 'FunctionDeclaration' ? declaredNames(statement) : [],
    ),
  ])
  const values = new Map<string, ESTree.Node[]>()
  for (const fn of deciders)
    walk(fn, (node) => {
      const [target, value] =
        node.type === 'VariableDeclarator'
          ? [node.id, node.init]
          : node.type === 'AssignmentExpression'
            ? [node.left, node.right]
            : []
      if (target?.type === 'Identifier' && value) values.set(target.name, [...(values.get(target.name) ?? []), value])
    })
  const isPassing = (value: ESTree.Node | null | undefined, depth = 0): boolean => {
    if (!value) return true
    const node = inner(value)
    if (node.type === 'Literal') return node.value === null
    if (node.type === 'ConditionalExpression') return isPassing(node.consequent) && isPassing(node.alternate)
    if (node.type === 'Identifier') {
      const given = values.get(node.name) ?? []
      return node.name === 'undefined' || (depth < 5 && given.length > 0 && given.every((v) => isPassing(v, depth + 1)))
    }
    if (node.type !== 'CallExpression') return false
    const { callee } = node
    if (callee.type === 'CallExpression') return CLERK.test(names.get(callee) ?? '')
    return memberName(callee) === 'next' || (names.get(node) ?? '').startsWith('next-intl/middleware#default()')
  }
  const given = new Set(facts.calls.flatMap(({ node }) => node.arguments.filter((argument) => isFunction(argument))))
  const found: Condition[][] = []
  for (const fn of deciders) {
    // The others are `authorized` of next-auth, which return true for a visitor who may pass.
    const isAuthorized = !given.has(fn) && ![...facts.exports.values()].some(({ node }) => node === fn)
    const refuse = (node: ESTree.Node, above: readonly ESTree.Node[]) => found.push(conditionsOf(node, above))
    walk(fn, (node, above) => {
      const parent = above.at(-1)
      if (isFunction(node) && node !== fn)
        return parent?.type === 'CallExpression' && CLERK.test(names.get(parent) ?? '') ? undefined : false
      if (node.type === 'ThrowStatement') refuse(node, above)
      if (node.type === 'ReturnStatement') {
        const isTrue = node.argument?.type === 'Literal' && node.argument.value === true
        if (!(isAuthorized && isTrue) && !isPassing(node.argument)) refuse(node, above)
      }
      if (node.type === 'CallExpression') {
        if (REFUSES.test(memberName(node.callee))) refuse(node, above)
        const isStatement = [above.at(-1), above.at(-2)].some((each) => each?.type === 'ExpressionStatement')
        if (isStatement && others.has(rootOf(node.callee))) refuse(node, above)
      }
      return undefined
    })
    if (fn.body && fn.body.type !== 'BlockStatement' && !isPassing(fn.body)) refuse(fn.body, [])
  }
  return found
}

type Values = ReadonlyMap<string, ESTree.Node>

/** True for the path of the request: `request.nextUrl.pathname`, and the name of a constant that has it. */
function isPath(node: ESTree.Node, values: Values, depth = 0): boolean {
  const own = inner(node)
  if (own.type === 'Identifier') {
    const value = values.get(own.name)
    if (value === undefined || depth > 5) return false
    return memberName(value) === 'nextUrl' ? own.name === 'pathname' : isPath(value, values, depth + 1)
  }
  if (own.type !== 'MemberExpression' || memberName(own) !== 'pathname') return false
  const object = inner(own.object)
  return memberName(object) === 'nextUrl' || (object.type === 'Identifier' && object.name === 'nextUrl')
}

/** Evaluates a test for a path; `undefined` where more than the path decides. */
function evaluate(test: ESTree.Node, path: string, values: Values, depth = 0): boolean | undefined {
  const node = inner(test)
  if (depth > 30) return undefined
  const next = (other: ESTree.Node, more = values) => evaluate(other, path, more, depth + 1)
  const valueOf = (other: ESTree.Node | undefined) => other && staticValue(other, values)?.value
  if (node.type === 'Literal' && typeof node.value === 'boolean') return node.value
  if (node.type === 'Identifier') {
    const value = values.get(node.name)
    return value && next(value)
  }
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const value = next(node.argument)
    return value === undefined ? undefined : !value
  }
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [left, right] = [next(node.left), next(node.right)]
    const decisive = node.operator === '||'
    return left === decisive || right === decisive ? decisive : left === undefined ? left : right
  }
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const other = isPath(node.left, values) ? node.right : isPath(node.right, values) ? node.left : undefined
    const value = valueOf(other)
    return typeof value === 'string' ? (value === path) === node.operator.startsWith('=') : undefined
  }
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  const [argument] = node.arguments
  if (callee.type === 'Identifier') {
    const made = values.get(callee.name)
    const isMatcher = made?.type === 'CallExpression' && rootOf(made.callee) === 'createRouteMatcher'
    const list = isMatcher ? valueOf(made.arguments[0]) : undefined
    const patterns: unknown[] = [list].flat()
    if (!isMatcher || !patterns.every((pattern) => typeof pattern === 'string')) return undefined
    return patterns.some((pattern) => pathToRegexp(pattern).test(path))
  }
  if (callee.type !== 'MemberExpression' || !argument) return undefined
  const [method, object] = [memberName(callee), inner(callee.object)]
  const value = valueOf(argument)
  if (isPath(object, values) && typeof value === 'string') {
    if (method === 'startsWith') return path.startsWith(value)
    if (method === 'endsWith') return path.endsWith(value)
    return method === 'includes' ? path.includes(value) : undefined
  }
  const list = valueOf(object)
  if (!Array.isArray(list)) return undefined
  if (method === 'includes' && isPath(argument, values)) return list.includes(path)
  if (method !== 'some' || !isFunction(argument) || argument.body?.type === 'BlockStatement' || !argument.body)
    return undefined
  const [param] = argument.params
  const array = object.type === 'Identifier' ? values.get(object.name) : object
  if (param?.type !== 'Identifier' || array?.type !== 'ArrayExpression') return undefined
  const { body } = argument
  const results = array.elements.map((item) => item && next(body, new Map([...values, [param.name, item]])))
  return results.includes(true) ? true : results.every((result) => result === false) ? false : undefined
}

function valuesOf(module: ApplicationModule, application: NextApplication, deciders: readonly Function[]): Values {
  const { source, facts } = module
  const values = new Map<string, ESTree.Node>()
  for (const { source: from, names } of facts.imports) {
    const other = importedModule(module, from, application)
    const constants = other ? constantsOf(other.source.program) : new Map<string, ESTree.Node>()
    for (const { imported, local } of names) {
      const value = constants.get(imported)
      if (value) values.set(local, value)
    }
  }
  const assigned = new Set<string>()
  const read = (node: ESTree.Node) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') assigned.add(node.left.name)
    if (node.type !== 'VariableDeclarator' || !node.init) return
    for (const name of patternNames(node.id)) {
      const before = values.get(name)
      const isSame = memberName(node.init) === 'nextUrl' && memberName(before) === 'nextUrl'
      if (before && before !== node.init && !isSame) assigned.add(name)
      values.set(name, node.init)
    }
  }
  for (const root of [source.program, ...deciders]) walk(root, read)
  // A name with two values has none.
  for (const name of assigned) values.delete(name)
  return values
}

function wordsOf({ source }: ApplicationModule, deciders: readonly Function[]): string[] {
  const texts = [source.program, ...deciders].flatMap((root) =>
    find(root, ({ type }) => type === 'Literal').map(textOf),
  )
  const words = texts.filter((text) => /[/*(]/.test(text)).flatMap((text) => text.match(/[\w-]+/g) ?? [])
  return [...new Set(words)].slice(0, 16)
}

/** Returns the conditions whose conjunction some are: of `a && !b` both. */
function partsOf({ test, isTrue }: Condition): Condition[] {
  const node = inner(test)
  if (node.type === 'UnaryExpression' && node.operator === '!') return partsOf({ test: node.argument, isTrue: !isTrue })
  if (node.type === 'LogicalExpression' && node.operator === (isTrue ? '&&' : '||'))
    return [node.left, node.right].flatMap((side) => partsOf({ test: side, isTrue }))
  return [{ test: node, isTrue }]
}

const isSignedIn = ({ test, isTrue }: Condition) =>
  isTrue && SIGNED_IN.test(test.type === 'Identifier' ? test.name : memberName(test))

/**
 * Finds the addresses at which a middleware may refuse a visitor: it responds instead of passing the request on, and
 * looks at more than the address and the languages. What cannot be read refuses everywhere.
 *
 * @returns whether it may at a path, and words that its paths have; `undefined` if it never does
 */
export function whoIsRefused(
  module: ApplicationModule,
  application: NextApplication,
): { refuses: (path: string) => boolean; words: readonly string[] } | undefined {
  if (!looksAtVisitors(module, application)) return undefined
  const deciders = decidersOf(module, application)
  if (!deciders) return { refuses: () => true, words: wordsOf(module, []) }
  const refusals = refusalsOf(module, deciders).map((conditions) => conditions.flatMap(partsOf))
  if (refusals.length === 0) return undefined
  const values = valuesOf(module, application, deciders)
  const refuses = (path: string) =>
    refusals.some((conditions) => {
      const results = conditions.map(({ test }) => evaluate(test, path, values))
      if (conditions.some(({ isTrue }, index) => results[index] === !isTrue)) return false
      // The middleware sends signed-in visitors elsewhere, and checks nothing else.
      return !(
        conditions.some(isSignedIn) &&
        conditions.every((condition, index) => results[index] !== undefined || isSignedIn(condition))
      )
    })
  return { refuses, words: wordsOf(module, deciders) }
}
