import type { Visitor } from '#fairlead/testing/visitor.ts'

/**
 * The people, rows and inputs that `fairlead access` needs. `tests/access.ts` has a function as its default export that seeds an
 * empty database and returns this.
 *
 *     export default async function access(): Promise<Access> {
 *       const task = await addTask('ada', 'Wind the clock of the tower')
 *       return {
 *         people: {
 *           ada: (visitor) => visitor.signIn('ada'),
 *           ben: (visitor) => visitor.signIn('ben'),
 *           editor: (visitor) => visitor.signIn('cleo'),
 *         },
 *         own: [task, 'Wind the clock of the tower'],
 *         inputs: { removeTask: { id: task }, '/tasks/$id/print': { path: `/tasks/${task}/print` } },
 *       }
 *     }
 */
export type Access = {
  /** Signs each person in: the owner of the rows first, then somebody with no permission beyond those, then others. */
  people: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>>
  /**
   * The rows that are the first person's alone are known by these: numbers that are ids in inputs, and texts of 8 characters
   * or more, which are looked for in inputs, responses and rows.
   */
  own?: readonly (string | number)[]
  /**
   * Inputs that a schema does not give: of a server function by its name, or by `file#name`; of a server route by the
   * path of its file, without the language: `path` with its params, and what `fetch` takes, such as a `body`.
   */
  inputs?: Readonly<Record<string, unknown>>
}
