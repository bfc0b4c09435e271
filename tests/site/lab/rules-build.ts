import { buildWithTable } from '#tests/harness/build-with-table.ts'

/** The table that the copy is built with, from the project's root. */
export const TABLE = 'tests/site/lab/rules-table.ts'

/** The copy that is built with the table that has every kind of rule. */
export function buildWithRules(): string {
  return buildWithTable('rules', [TABLE])
}
