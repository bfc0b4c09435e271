/** Sources of data that is the same for every request. */
const sources = new WeakMap<object, string>()

/** Returns data as a JavaScript expression that may stand in a script of a document. */
function sourceOf(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * Marks data of a loader that is the same for every request, so that documents have its source, which is made once. A copy
 * without a prototype is returned: data that has one is not asked whether it is marked.
 *
 * @param data JSON
 */
export function constantData<T extends object>(data: T): T {
  const constant = Object.setPrototypeOf({ ...data }, null) as T
  sources.set(constant, sourceOf(data))
  return constant
}

/** Plugin of seroval that writes data of `constantData`. `constant-data-plugin.ts` adds it to those of documents. */
export const constantDataPlugin = {
  tag: 'fairlead/constant',
  skipPlainObjects: true,
  test: (value: object): boolean => sources.has(value),
  parse: { stream: (value: object) => ({ source: sources.get(value) }) },
  serialize: ({ source }: { source: string }): string => source,
  deserialize: undefined,
}
