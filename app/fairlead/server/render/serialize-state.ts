import { errorSerializationAdapters } from '#fairlead/errors/serialization-adapters.ts'
import { sourceOf } from '#fairlead/messages/constant-data.ts'
import { isJson } from '#fairlead/server/render/is-json.ts'

type Options = {
  plugins?: readonly { tag: string }[]
  onSerialize: (source: string, isFirst: boolean) => void
  onDone?: () => void
}

/** The prefix of the plugins that the router makes of serialization adapters. */
const ADAPTER = '$TSR/t/'

/**
 * True for the plugins of Start's adapter and of our adapters for errors, which apply to functions and classes only.
 */
function isKnown(tag: string): boolean {
  const key = tag.slice(ADAPTER.length)
  // Read at each call: the router imports this module, and the module of the adapters imports the router.
  return key === '$TSS/serverfn' || errorSerializationAdapters.some((adapter) => adapter.key === key)
}

/** True if the application adds adapters, which may be for plain objects. */
const hasOwnAdapters = ({ plugins = [] }: Options): boolean =>
  plugins.some(({ tag }) => tag.startsWith(ADAPTER) && !isKnown(tag))

/**
 * Serializes the data that a document carries for the browser. Data that is JSON is written by `JSON.stringify`, in one
 * call: seroval visits each value. All other data goes through seroval, so that an object that occurs twice stays one.
 */
export function serializeState<O extends Options>(
  serialize: (state: unknown, options: O) => () => void,
  state: unknown,
  options: O,
): () => void {
  if (hasOwnAdapters(options) || !isJson(state)) return serialize(state, options)
  options.onSerialize(sourceOf(state), true)
  options.onDone?.()
  return () => {}
}
