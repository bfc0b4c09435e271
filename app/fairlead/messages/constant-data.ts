const sources = new WeakMap<object, string>()

/** Returns JSON as a JavaScript expression that may stand in a script of a document. */
export function sourceOf(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * Marks data that does not change, and keeps its source for documents. The source is made once, because seroval visits
 * each value, which takes ten times as long. The copy has no prototype, because seroval does not ask the plugin about
 * plain objects.
 *
 * @param data JSON, see isJson
 */
export function constantData<T extends object>(data: T): T {
  const constant = Object.setPrototypeOf({ ...data }, null) as T
  sources.set(constant, sourceOf(data))
  return constant
}

export const isConstant = (data: object): boolean => sources.has(data)

/** Plugin of seroval that writes data of `constantData`. `document-state.ts` adds it to the plugins of documents. */
export const constantDataPlugin = {
  tag: 'fairlead/constant',
  skipPlainObjects: true,
  test: isConstant,
  parse: { stream: (value: object) => ({ source: sources.get(value) }) },
  serialize: ({ source }: { source: string }): string => source,
  deserialize: undefined,
}
