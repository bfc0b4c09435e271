import type { Plugin } from 'vite'

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

/** Returns the code of a module without the accessors that each request would create; lines stay the same. */
export function removeAccessors(code: string, id: string): string {
  const { texts } = ACCESSORS.find((entry) => entry.id.test(id)) ?? { texts: [] }
  if (!texts.every(([text]) => code.includes(text))) return code
  return texts.reduce((changed, [text, other]) => changed.replace(text, () => other), code)
}

/**
 * Keeps the router's accessors of a request out of V8's old generation. V8 allocates the functions of an accessor
 * (`{ get manifest() {…} }`) there at once: as garbage they keep all they refer to, such as the router, its matches and the
 * HTML, until the next full collection.
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
  }
}
