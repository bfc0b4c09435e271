import { expect, it } from 'vitest'
import { commentFaults } from '#tests/fairlead/lint/comments.ts'

const details = (source: string) => commentFaults([{ path: 'app/x.ts', source }]).map((fault) => fault.detail)

it.each([
  ['/** Tells pages that are cached. */\nconst isCached = 1', 'begins with "Tells"'],
  ['/** Of the visitor. */\nconst language = 1', 'begins with "Of"'],
  ['// Those are left out.\nrun()', 'begins with "Those"'],
  ['// That aborts it.\nrun()', 'begins with "That"'],
  ['// Not this one.\nrun()', 'begins with "Not"'],
  ['// As a browser does: again.\nrun()', 'begins with "As"'],
  ['run() // With its slashes.', 'begins with "With"'],
  ['// Pages, and those\n// that wait.\nrun()', 'says "those that"'],
  ['/**\n * Starts\n * anew.\n */\nrun()', 'says "anew"'],
  ['/** Returns the age of a page. */\nexport function pageAge() {}', 'only restates the name'],
  ['/** The pages. */\nconst page = 1', 'only restates the name'],
])('the lint of comments reports %j', (source, fault) => {
  expect(details(source)).toEqual([expect.stringContaining(fault)])
})

it.each([
  '/** True if a page is cached. */\nconst isCached = 1',
  '// As soon as it is there, it is shown.\nrun()',
  '// With JavaScript, the page stays.\nrun()',
  '// Of course.\nrun()',
  '/** Tells V8 to compile early. */\nconst hint = 1',
  '// Not every browser has it.\nrun()',
  '/** Returns the age of a page, in seconds. */\nexport function pageAge() {}',
  '/**\n * The page.\n * @throws Error without one\n */\nconst page = 1',
  '// One line of a comment, and the words\n// Of another line of it.\nrun()',
  "const text = '// Tells nothing'",
])('the lint of comments accepts %j', (source) => {
  expect(details(source)).toEqual([])
})
