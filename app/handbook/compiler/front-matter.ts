import * as v from 'valibot'

/** The allowed values of each field, for errors. */
const ALLOWED = {
  title: 'a text of 1 to 60 characters',
  order: 'a whole number from 0 to 999',
  summary: 'a text of 1 to 160 characters',
}

const schema = v.strictObject({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  order: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)),
  summary: v.pipe(v.string(), v.minLength(1), v.maxLength(160)),
})

export type FrontMatter = v.InferOutput<typeof schema>

const BLOCK = /^---\n([\s\S]*?)\n---(?:\n|$)/

/**
 * Parses the front matter of a Markdown file: one `name: value` per line between two lines of `---`. A value ends with
 * its line, so quotes and colons need no escape.
 *
 * @throws Error that names the file, the field and its allowed values.
 */
export function readFrontMatter(source: string, file: string): { frontMatter: FrontMatter; body: string } {
  const block = BLOCK.exec(source)
  if (!block) throw new Error(`${file}: no front matter; allowed: a first line "---", fields, and a line "---"`)

  const fields: Record<string, string> = {}
  for (const line of (block[1] ?? '').split('\n')) {
    const field = /^([\w-]+):\s*(.*?)\s*$/.exec(line)
    if (!field?.[1]) throw new Error(`${file}: front matter line "${line}"; allowed: "name: value"`)
    fields[field[1]] = field[2] ?? ''
  }

  const result = v.safeParse(schema, fields)
  if (!result.success) throw new Error(`${file}: ${describeIssue(result.issues[0], fields)}`)
  return { frontMatter: result.output, body: source.slice(block[0].length) }
}

function describeIssue(issue: v.BaseIssue<unknown>, fields: Record<string, string>): string {
  const name = v.getDotPath(issue) ?? ''
  if (!Object.hasOwn(ALLOWED, name)) {
    return `front matter field "${name}" is unknown; allowed: ${Object.keys(ALLOWED).join(', ')}`
  }
  const value = fields[name]
  const state = value === undefined ? 'is missing' : `is "${value}"`
  return `front matter field "${name}" ${state}; allowed: ${ALLOWED[name as keyof typeof ALLOWED]}`
}
