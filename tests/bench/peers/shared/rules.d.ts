export type Rule = { source: string; destination: string; permanent: true }
export function rulesOf(count: number): Rule[]
