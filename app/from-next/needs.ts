/** Collects imports, and writes them. */
export class Needs {
  readonly #names = new Map<string, Set<string>>()

  readonly add = (from: string, name: string, local = name): void => {
    const names = this.#names.get(from) ?? new Set()
    this.#names.set(from, names.add(name === local ? name : `${name} as ${local}`))
  }

  get code(): string {
    return [...this.#names].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`).join('')
  }
}
