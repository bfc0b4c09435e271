/** `done`: the command writes it. `by hand`: a person moves it. `no answer`: there is no counterpart. */
export type Verdict = 'done' | 'by hand' | 'no answer'

export type Mapping = {
  readonly verdict: Verdict
  /** Page and section of the handbook. */
  readonly section: string
  readonly note: string
  /** An estimate of the time that a person needs, in minutes. */
  readonly minutes: number
}

/** Returns a mapping of work that the command does. */
export const done = (section: string, note: string): Mapping => ({ verdict: 'done', section, note, minutes: 0 })

/** Returns a mapping of work for a person, in `minutes`. */
export const byHand = (section: string, note: string, minutes = 5): Mapping => ({
  verdict: 'by hand',
  section,
  note,
  minutes,
})

/** Returns a mapping of what has no counterpart; `minutes` to do without it. */
export const noAnswer = (section: string, note: string, minutes = 30): Mapping => ({
  verdict: 'no answer',
  section,
  note,
  minutes,
})

/** Sections of the handbook that several mappings lead to. */
export const SECTIONS = {
  files: 'coming-from-next#files',
  table: 'coming-from-next#paste',
  guard: 'sessions-and-guards#guard',
  renew: 'server-functions#renew',
  messages: 'languages#messages',
} as const

/** Returns one mapping under several names, which spaces separate. */
export const spread = (names: string, mapping: Mapping) => names.split(' ').map((name) => [name, mapping] as const)
