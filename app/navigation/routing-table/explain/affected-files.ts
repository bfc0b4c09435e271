import type { Piece, PreparedRule, PreparedTable } from '#app/navigation/routing-table/routing-types.ts'

/**
 * The public files that a rewrite may be asked for or lead to. The browser needs to know of these and of no others: a
 * file answers before a rule of `afterFiles`, and a rewrite that reaches one needs the server.
 */
export function affectedFiles(
  { beforeFiles, afterFiles, fallback }: PreparedTable,
  files: readonly string[],
): string[] {
  const rules = [...beforeFiles, ...afterFiles, ...fallback]
  const patterns = rules.flatMap((rule) => [new RegExp(rule.pattern.regexp, 'i'), ...targetOf(rule)])
  return files.filter((file) => patterns.some((pattern) => pattern.test(file)))
}

/** Every path that a destination inside the application can become. */
function targetOf({ destination: { origin, path } }: PreparedRule): RegExp[] {
  if (origin !== undefined) return []
  const source = path.map((piece: Piece) =>
    typeof piece === 'string' ? piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '.*',
  )
  return [new RegExp(`^${source.join('')}$`)]
}
