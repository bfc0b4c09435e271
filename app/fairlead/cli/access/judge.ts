/** Somebody who calls. The first one owns the rows of the test, and nobody is `{ name: 'nobody' }`. */
export type Person = { readonly name: string; readonly isSignedIn: boolean; readonly permissions: readonly string[] }

/** A guarded page that calls a target, and what its guards ask for besides a session. */
export type Caller = { readonly file: string; readonly permissions: readonly string[] }

/** A server function or a method of a server route. */
export type Target = {
  /** `fetchOrder`, or the path of a server route. */
  readonly name: string
  readonly file: string
  readonly method: string
  /** True if `access: 'public'` says that everybody may call it. */
  readonly isPublic: boolean
  readonly callers: readonly Caller[]
  /** True if its input names something that is the owner's. */
  readonly takesOwn: boolean
}

export type Answer = {
  readonly status: number
  /** The path that a redirect leads to, or another origin. */
  readonly location?: string | undefined
  /** True for a function whose result is `null`, `undefined`, `false` or an empty list. */
  readonly isEmpty: boolean
  /** A text in the body by which something of the owner's is known. */
  readonly shows?: string | undefined
  /** A table in which the call changed a row of the owner's. */
  readonly changes?: string | undefined
}

type Outcome = { type: 'answered' } | { type: 'nothing' } | { type: 'refused'; by: string }

/** Decides what a person got. A redirect of a write may follow what it did, unless it leads to a guard's sign-in page. */
export function outcomeOf(method: string, answer: Answer, signInPages: readonly string[]): Outcome {
  const { status, location, isEmpty } = answer
  const isRead = method === 'GET'
  if (location !== undefined) {
    // In another language it has a prefix.
    const isRefused = isRead || signInPages.some((page) => location.endsWith(page))
    return isRefused ? { type: 'refused', by: `to ${location}` } : { type: 'answered' }
  }
  if (status >= 300) return { type: 'refused', by: String(status) }
  return isRead && isEmpty ? { type: 'nothing' } : { type: 'answered' }
}

/** A target with the answers of all people, in their order. */
export type Row = { readonly target: Target; readonly answers: readonly Answer[] }

const placeOf = ({ name, file, method }: Target): string => `${file} ${method} ${name}`

/** Returns the matrix: a line for each target, so that a change of one is one line of a diff. */
export function matrixOf(rows: readonly Row[], people: readonly Person[], signInPages: readonly string[]): string {
  const lines = rows.map(({ target, answers }) => {
    const cells = people.map(({ name }, index) => {
      const outcome = outcomeOf(target.method, answers[index] as Answer, signInPages)
      return `${name} ${outcome.type === 'refused' ? outcome.by : outcome.type}`
    })
    return `${placeOf(target)}${target.isPublic ? ' (public)' : ''}: ${cells.join(', ')}`
  })
  return `${lines.toSorted().join('\n')}\n`
}

const canPass = ({ isSignedIn, permissions }: Person, caller: Caller): boolean =>
  isSignedIn && caller.permissions.every((permission) => permissions.includes(permission))

/**
 * Returns what is wrong: a function that answers whom none of the guarded pages that call it lets in; somebody who reads or
 * changes what is the owner's, without a permission that the owner lacks; and what refuses everybody, of which nothing is
 * known.
 */
export function faultsOf(rows: readonly Row[], people: readonly Person[], signInPages: readonly string[]): string[] {
  const owner = people.find(({ isSignedIn }) => isSignedIn)
  const faults: string[] = []
  for (const { target, answers } of rows) {
    if (target.isPublic) continue
    const fault = (text: string) => faults.push(`${placeOf(target)} ${text}`)
    const outcomes = answers.map((answer) => outcomeOf(target.method, answer, signInPages))
    const refusals = outcomes.flatMap((outcome) => (outcome.type === 'refused' ? outcome.by : []))
    if (refusals.length === outcomes.length)
      fault(
        `refuses everybody (${[...new Set(refusals)].join(', ')}): it needs an input or a person in tests/access.ts`,
      )
    for (const [index, person] of people.entries()) {
      const { shows, changes } = answers[index] as Answer
      const isAnswered = outcomes[index]?.type === 'answered'
      const mayMore = person.permissions.some((permission) => !owner?.permissions.includes(permission))
      const [caller] = target.callers
      if (isAnswered && caller && !target.callers.some((each) => canPass(person, each))) {
        const asked = person.isSignedIn ? `the permission ${caller.permissions.join(', ')}` : 'a session'
        fault(`answers ${person.name}, but its page ${caller.file} asks for ${asked}`)
      } else if (person === owner || mayMore) continue
      else if (changes !== undefined)
        fault(`lets ${person.name} change a row of ${owner?.name}'s in the table ${changes}`)
      else if (shows !== undefined && isAnswered)
        fault(`shows ${person.name} what is ${owner?.name}'s: ${JSON.stringify(shows)}`)
      else if (target.takesOwn && isAnswered) fault(`answers ${person.name} about what is ${owner?.name}'s`)
    }
  }
  return faults.toSorted()
}

/** Returns the lines of a matrix that the other one lacks, each with a sign: `-` for the written one, `+` for the one of now. */
export function changesOf(written: string, now: string): string[] {
  const [before, after] = [written, now].map((text) => text.split('\n').filter((line) => line !== ''))
  return [
    ...(before ?? []).filter((line) => !after?.includes(line)).map((line) => `- ${line}`),
    ...(after ?? []).filter((line) => !before?.includes(line)).map((line) => `+ ${line}`),
  ]
}
