/** Methods whose arguments and results can be structured clones. */
type Methods = Record<string, (...args: never[]) => unknown>

/** An object that may be in another process, so its methods are asynchronous. */
export type Shared<T extends Methods> = {
  [Name in keyof T]: (...args: Parameters<T[Name]>) => Promise<ReturnType<T[Name]>>
}

export type CallPrimary = (object: string, method: string, args: readonly unknown[]) => Promise<unknown>

let callPrimary: CallPrimary | undefined

/** Makes this process use the shared objects of the primary process. The host of a worker calls it once. */
export function setCallPrimary(call: CallPrimary): void {
  callPrimary = call
}

/**
 * Returns an object in the primary process that all workers share. In a single process it is `local`.
 *
 * @param name of the object in the primary process, see `createSharedObjects` of app/fairlead/host/server/cluster.ts
 * @param first arguments that are put before the arguments of every call there
 */
export function shareObject<T extends Methods>(name: string, local: T, first: readonly unknown[] = []): Shared<T> {
  const share = ([method, run]: [string, (...args: never[]) => unknown]) => [
    method,
    async (...args: never[]) => (callPrimary ? callPrimary(name, method, [...first, ...args]) : run(...args)),
  ]
  return Object.fromEntries(Object.entries(local).map(share)) as Shared<T>
}
