type Remembered = { [KEY]?: Map<string, unknown> }

const KEY = Symbol.for('fairlead.remembered')

/**
 * Returns the value of a name, unique in the process, that `create` makes for the first caller. It outlives its module:
 * `npm run dev` evaluates modules twice, for the application and for the tunnel, and again after each change. For a
 * value that changes, remember an object that holds it.
 */
export function remember<T>(name: string, create: () => T): T {
  const values = ((globalThis as Remembered)[KEY] ??= new Map())
  if (!values.has(name)) values.set(name, create())
  return values.get(name) as T
}
