/** Messages by key, in groups. A list is content that `useMessages()` returns. */
export type MessageTree = { readonly [key: string]: MessageNode }
type MessageNode = string | readonly MessageNode[] | MessageTree

/** The messages of one namespace in one language, as far as they are translated. */
export type MergedMessages = {
  /** Every message of the default language, translated where there is a translation. */
  readonly messages: MessageTree
  /** Keys of messages without a translation: `chart.title`. */
  readonly missing: readonly string[]
  /** Keys of the translation that the default language does not have. */
  readonly unknown: readonly string[]
}

function isGroup(node: MessageNode | undefined): node is MessageTree {
  return typeof node === 'object' && !Array.isArray(node)
}

/** Returns the keys of all messages of a tree: `chart.title`. */
export function messageKeys(node: MessageNode, key = ''): string[] {
  if (!isGroup(node)) return [key]
  return Object.entries(node).flatMap(([name, child]) => messageKeys(child, key === '' ? name : `${key}.${name}`))
}

/** Fills in what a translation lacks from the default language, key by key. A list is one message. */
export function mergeMessages(defaults: MessageTree, translation: MessageTree, group = ''): MergedMessages {
  const messages: Record<string, MessageNode> = {}
  const missing: string[] = []
  const unknown: string[] = []
  for (const [name, original] of Object.entries(defaults)) {
    const key = `${group}${name}`
    const translated = Object.hasOwn(translation, name) ? translation[name] : undefined
    const isSameKind =
      isGroup(original) === isGroup(translated) && Array.isArray(original) === Array.isArray(translated)
    if (translated !== undefined && !isSameKind) unknown.push(...messageKeys(translated, key))
    if (isGroup(original)) {
      const merged = mergeMessages(original, isGroup(translated) ? translated : {}, `${key}.`)
      messages[name] = merged.messages
      missing.push(...merged.missing)
      unknown.push(...merged.unknown)
    } else if (translated === undefined || !isSameKind) {
      messages[name] = original
      missing.push(key)
    } else {
      messages[name] = translated
    }
  }
  for (const [name, child] of Object.entries(translation)) {
    if (!Object.hasOwn(defaults, name)) unknown.push(...messageKeys(child, `${group}${name}`))
  }
  return { messages, missing, unknown }
}
