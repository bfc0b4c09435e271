/** Messages by key, in groups. A list is content that `useMessages()` returns. */
export type MessageTree = { readonly [key: string]: MessageNode }
type MessageNode = string | readonly MessageNode[] | MessageTree

export type MergedMessages = {
  /** Every message of the default language, translated where there is a translation. */
  readonly messages: MessageTree
  /** Keys of messages without a translation: `chart.title`. */
  readonly missing: readonly string[]
  /** Keys of the translation that the default language does not have. */
  readonly unknown: readonly string[]
}

const isGroup = (node: MessageNode): node is MessageTree => typeof node === 'object' && !Array.isArray(node)

/** Returns the messages of a tree by key: `chart.title`. A list is one message. */
function flatten(node: MessageNode, key = ''): [key: string, message: MessageNode][] {
  if (!isGroup(node)) return [[key, node]]
  return Object.entries(node).flatMap(([name, child]) => flatten(child, key === '' ? name : `${key}.${name}`))
}

export function messageKeys(tree: MessageTree): string[] {
  return flatten(tree).map(([key]) => key)
}

/** Fills in missing messages of a translation from the default language, key by key. */
export function mergeMessages(defaults: MessageTree, translation: MessageTree): MergedMessages {
  const translated = new Map(flatten(translation))
  const missing: string[] = []
  const mergeGroup = (group: MessageTree, prefix: string): MessageTree => {
    const entries = Object.entries(group).map(([name, original]): [string, MessageNode] => {
      const key = prefix + name
      if (isGroup(original)) return [name, mergeGroup(original, `${key}.`)]
      const own = translated.get(key)
      if (own === undefined || Array.isArray(own) !== Array.isArray(original)) {
        missing.push(key)
        return [name, original]
      }
      translated.delete(key)
      return [name, own]
    })
    return Object.fromEntries(entries)
  }
  const messages = mergeGroup(defaults, '')
  return { messages, missing, unknown: [...translated.keys()] }
}
