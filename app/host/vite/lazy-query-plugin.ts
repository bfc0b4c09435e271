import type { Plugin } from 'vite'

const MUTATION = 'virtual:lazy-mutation'
const INFINITE = 'virtual:lazy-infinite-query'
const OWN = /virtual:lazy-/

/** Imports of TanStack Query that every page has and few need, and what stands in for them. */
const IMPORTS = [
  { importer: /query-core\/build\/modern\/mutationCache\.js$/, source: './mutation.js', lazy: MUTATION },
  { importer: /query-core\/build\/modern\/query\.js$/, source: './infiniteQueryBehavior.js', lazy: INFINITE },
]

/** The modules in place of them. `new Mutation()` is synchronous: whatever needs it has loaded the real class. */
const LAZY: Record<string, (real: string) => string> = {
  [MUTATION]: () => `let Loaded
export const setMutation = (loaded) => { Loaded = loaded }
export function Mutation(config) {
  if (Loaded === undefined) throw new Error('no code of mutations is loaded: import useMutation or MutationObserver')
  return new Loaded(config)
}`,
  [INFINITE]: (real) => `export const infiniteQueryBehavior = (pages) => ({
  onFetch(context, query) {
    context.fetchFn = async () => {
      const { infiniteQueryBehavior } = await import(${JSON.stringify(real)})
      infiniteQueryBehavior(pages).onFetch(context, query)
      return context.fetchFn()
    }
  },
})`,
}

/** Keeps the code of mutations and of infinite queries out of the browser's first load: it arrives with their use. */
export function lazyQueryPlugin(): Plugin {
  const real = new Map<string, string>()
  return {
    name: 'fairlead:lazy-query',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: {
      filter: { id: [/^\.\/(mutation|infiniteQueryBehavior)\.js$/, OWN] },
      async handler(source, importer = '') {
        if (source === MUTATION) return `\0${MUTATION}`
        const found = IMPORTS.find((entry) => entry.source === source && entry.importer.test(importer))
        if (!found) return undefined
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        if (resolved) real.set(found.lazy, resolved.id)
        return resolved && `\0${found.lazy}`
      },
    },
    load: {
      filter: { id: OWN },
      handler(id) {
        const name = id.slice(1)
        return id.startsWith('\0') ? LAZY[name]?.(real.get(name) ?? '') : undefined
      },
    },
    transform: {
      filter: { id: /query-core\/build\/modern\/mutation\.js$/ },
      handler: (code) => ({
        code: `${code}\nimport { setMutation } from '${MUTATION}'\nsetMutation(Mutation)\n`,
        map: null,
      }),
    },
  }
}
