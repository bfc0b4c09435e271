import { parseSync, Visitor } from 'vite'
import type { ESTree, Plugin } from 'vite'
import { cached } from '#app/host/vite/build-cache.ts'

/** A function that is assigned to a property, as far as text can tell. */
const ASSIGNED_FUNCTION = /\.[\w$]+ = (?:async )?(?:\(|function\b|[\w$]+ =>)/

/** Files of packages without code for each request. */
const OTHER_PACKAGE = /\/node_modules\/(?!@tanstack|react|use-intl|@formatjs|compression|srvx|h3)/

/** Accessors that each request creates: texts of a module, and what stands in for them on as many lines. */
const ACCESSORS = [
  {
    // `router.ssr.manifest`: the prototype has the accessor.
    id: /router-core\/dist\/esm\/ssr\/ssr-server\.js$/,
    texts: [
      ['router.ssr = { get manifest() {', 'router.ssr = new RequestSsr(() => {'],
      ['requestAssets : void 0);\n\t} };', 'requestAssets : void 0);\n\t});'],
      [
        'function attachRouterServerSsrUtils(',
        'class RequestSsr { constructor(read) { this.read = read } get manifest() { return this.read() } }; function attachRouterServerSsrUtils(',
      ],
    ],
  },
  {
    // `signal` of a query function's context notes its use, for observers that unmount. A server has none.
    id: /query-core\/build\/modern\/query\.js$/,
    texts: [
      ['get: () => {\n\t\t\t\t\t\tthis.#abortSignalConsumed = true;\n', 'value: (\n\n'],
      ['return abortController.signal;\n\t\t\t\t\t}\n', 'abortController.signal\n\t\t\t\t\t)\n'],
    ],
  },
] as const

function isFunction({ type }: ESTree.Expression): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
}

/** Returns the code with each function that is assigned to a property inside a sequence; lines stay the same. */
export function hideAssignedFunctions(code: string): string {
  const edits: [at: number, text: string][] = []
  new Visitor({
    AssignmentExpression({ operator, left, right }) {
      if (operator !== '=' || left.type !== 'MemberExpression' || !isFunction(right)) return
      edits.push([right.start, '(0, '], [right.end, ')'])
    },
  }).visit(parseSync('module.js', code).program)
  edits.sort(([a], [b]) => a - b)
  let from = 0
  let changed = ''
  for (const [at, text] of edits) {
    changed += code.slice(from, at) + text
    from = at
  }
  return changed + code.slice(from)
}

/** Returns the code of a module without the accessors that each request would create; lines stay the same. */
export function removeAccessors(code: string, id: string): string {
  const { texts } = ACCESSORS.find((entry) => entry.id.test(id)) ?? { texts: [] }
  if (!texts.every(([text]) => code.includes(text))) return code
  return texts.reduce((changed, [text, other]) => changed.replace(text, () => other), code)
}

/**
 * Keeps what a request creates in V8's young generation, which costs nothing to empty.
 *
 * V8 allocates two kinds of objects in the old generation at once: a function that is written where it is assigned to a
 * property (`this.load = () => …`: its parser takes it for a method of a long-lived object), and the functions of an
 * accessor (`{ get manifest() {…} }`). TanStack Router has twenty such functions. As garbage in the old generation they
 * keep all they refer to, such as the router, its matches and the HTML, until the next full collection: 60 kB a request.
 */
export function youngGenerationPlugin(): Plugin {
  return {
    name: 'fairlead:young-generation',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: ACCESSORS.map(({ id }) => id) },
      handler: (code, id) => ({ code: removeAccessors(code, id), map: null }),
    },
    // Not before: Rolldown removes a sequence that is of no use to it.
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || OTHER_PACKAGE.test(chunk.fileName) || !ASSIGNED_FUNCTION.test(chunk.code))
          continue
        const { code } = chunk
        const changed = await cached([String(hideAssignedFunctions), code], async () =>
          Buffer.from(hideAssignedFunctions(code)),
        )
        chunk.code = String(changed)
      }
    },
  }
}
