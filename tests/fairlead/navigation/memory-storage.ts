/** A storage in memory, with its items. It has no room for a value of more than `limit` characters. */
export function memoryStorage(limit = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem(name: string, value: string) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError')
      items.set(name, value)
    },
    removeItem: (name: string) => void items.delete(name),
  }
}

function deny(): never {
  throw new DOMException('denied', 'SecurityError')
}

/** A storage to which the browser denies access. */
export const deniedStorage = { getItem: deny, setItem: deny, removeItem: deny }
