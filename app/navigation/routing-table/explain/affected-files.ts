import type { Piece, PreparedRule, PreparedTable } from '#app/navigation/routing-table/routing-types.ts'

/**
 * Returns the public files that a rewrite may apply to or lead to. The browser needs these and no others: a file is served
 * before a rule of `afterFiles` applies, and a rewrite to one needs the server.
 */
export function affectedFiles(
  { beforeFiles, afterFiles, fallback }: PreparedTable,
  files: readonly string[],
): string[] {
  const rules = [...beforeFiles, ...afterFiles, ...fallback]
  const patterns = rules.flatMap((rule) => [new RegExp(rule.pattern.regexp, 'i'), ...targetOf(rule)])
  return files.filter((file) => patterns.some((pattern) => pattern.test(file)))
}

/** Returns patterns of every path that a destination inside the application can become. */
function targetOf({ destination: { origin, path } }: PreparedRule): RegExp[] {
  if (origin !== undefined) return []
  const source = path.map((piece: Piece) =>
    typeof piece === 'string' ? piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '.*',
  )
  return [new RegExp(`^${source.join('')}$`)]
}
