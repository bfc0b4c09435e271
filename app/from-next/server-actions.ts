import type { ESTree } from 'vite'
import { type Function, isFunction } from '#app/from-next/imports-and-exports.ts'
import { type ApplicationModule } from '#app/from-next/read-application.ts'
import { applyEdits, declaredNames, type Edit, patternNames, type Range, walk } from '#app/from-next/parse-source.ts'
import { GUARD_PLACE, type Need } from '#app/from-next/page-wrapper.ts'

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
    const used = new Set<string>()
    walk(node, (inner, parents) => {
      const parent = parents.at(-1)
      const isMember = parent?.type === 'MemberExpression' && parent.property === inner && !parent.computed
      if (inner.type === 'Identifier' && !isMember) used.add(inner.name)
    })
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
