import type { Segment } from '#app/from-next/conventions.ts'
import { portedPath } from '#app/from-next/plan-port.ts'

/** Returns a text as a literal. */
export const code = (text: string) =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll(/\s+/g, ' ')}'`

/** Returns a comment that names the place of the original. */
export function markComment(path: string, line: number, note: string): string {
  return `// from-next: ${path}:${line}: ${note.replaceAll(/\s+/g, ' ')}`
}

/** Returns the id of a route. */
export function routeId(segments: readonly Segment[], isIndex: boolean): string {
  return [
    '',
    '{-$locale}',
    ...segments.map((segment) => segment.replaceAll(/\[(.)\]/g, '$1')),
    ...(isIndex ? [''] : []),
  ].join('/')
}

/** Collects the parts of a route file. */
export class RouteFile {
  readonly #imports = new Map<string, Set<string>>()
  readonly #defaults: string[] = []
  readonly options: string[] = []
  readonly after: string[] = []
  readonly uses: string[] = []

  import(from: string, name: string): void {
    this.#imports.set(from, (this.#imports.get(from) ?? new Set()).add(name))
  }

  /** Imports a module of the application that runs here. */
  use(path: string, clause: string): void {
    this.#defaults.push(`import ${clause} from '#${portedPath(path)}'`)
    this.uses.push(path)
  }

  text(source: string, id: string): string {
    this.import('@tanstack/react-router', 'createFileRoute')
    const imports = [...this.#imports].map(
      ([from, names]) => `import { ${[...names].toSorted().join(', ')} } from '${from}'`,
    )
    return [
      `// from-next: ${source}`,
      ...imports,
      ...this.#defaults,
      '',
      `export const Route = createFileRoute('${id}')({`,
      ...this.options,
      '})',
      ...this.after.flatMap((part) => ['', part]),
      '',
    ].join('\n')
  }
}
