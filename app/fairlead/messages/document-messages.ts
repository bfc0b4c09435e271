import { createSerializationAdapter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/** URLs of the browser's modules, by the namespaces that they export. Server only, and in builds only. */
const urls = new WeakMap<object, string>()

/** Records the URL of the module by which the browser loads a namespace. */
export function setModuleUrl(messages: object, url: string | undefined): void {
  if (url !== undefined) urls.set(messages, url)
}

/** Returns the URLs of the modules whose messages are members of the data of routes, each once. */
export function messageModules(data: readonly unknown[]): string[] {
  const members = data.flatMap((routeData) => Object.values(routeData ?? {}) as unknown[])
  return [...new Set(members.flatMap((member) => urls.get(member as object) ?? []))]
}

/** Messages with a module: a type that nothing else has, because Start lets data contain what an adapter takes. */
export interface ModuleMessages {
  readonly moduleMessages: never
}

const hasModule = createIsomorphicFn()
  .server((value: unknown) => urls.has(value as object) && getRequestContext()?.kind !== 'call')
  .client((_value: unknown) => false)

/** Messages of a document whose modules have not arrived yet. */
const arriving: Promise<unknown>[] = []

/** Resolves once all messages of the document have arrived, and rejects if some cannot be fetched. Browser only. */
export const messagesArrived = (): Promise<unknown> => Promise.all(arriving)

/**
 * Puts the URL of a module into a document where its data has messages. The browser caches the module, and would
 * otherwise receive the same texts with each document. Responses of server functions contain the messages themselves.
 */
export const messagesAdapter = createSerializationAdapter({
  key: 'messages',
  test: hasModule as (value: unknown) => value is ModuleMessages,
  toSerializable: (messages) => urls.get(messages) as string,
  fromSerializable(url) {
    const messages = {} as ModuleMessages
    const module = import(/* @vite-ignore */ url) as Promise<{ default: object }>
    arriving.push(module.then(({ default: texts }) => Object.assign(messages, texts)))
    return messages
  },
})
