import type { Condition } from '#app/navigation/routing-table/routing-types.ts'

/** Describes a condition: `header x-old = 1`. */
export function describeCondition(condition: Condition): string {
  const name = condition.type === 'host' ? 'host' : `${condition.type} ${condition.key}`
  return condition.value ? `${name} = ${condition.value}` : name
}
