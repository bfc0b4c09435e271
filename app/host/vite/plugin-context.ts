/** Returns the context of a plugin's hook with other members in place of some of its own. */
export function withMembers<C extends object>(context: C, members: Partial<C>): C {
  return new Proxy(context, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name) as unknown
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
