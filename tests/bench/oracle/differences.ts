import type { Answer } from '#tests/bench/oracle/answer.ts'
import type { OracleRequest } from '#tests/bench/oracle/requests.ts'

export type Difference = { readonly request: OracleRequest; readonly ours: Answer; readonly theirs: Answer }

export type Intended = { readonly reason: string; readonly holds: (difference: Difference) => boolean }

/** What differs on purpose. Each is named in the handbook, in "Coming from Next.js", with its reason. */
export const INTENDED: readonly Intended[] = []
