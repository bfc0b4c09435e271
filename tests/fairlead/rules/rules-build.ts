import { buildApplicationWith } from '#tests/application/build.ts'

/** The table that the copy is built with, from the project's root. */
export const TABLE = 'tests/fairlead/rules/rules-table.ts'

/** The copy that is built with the table that has every kind of rule. */
export function buildWithRules(): Promise<string> {
  return buildApplicationWith('rules', [TABLE])
}
