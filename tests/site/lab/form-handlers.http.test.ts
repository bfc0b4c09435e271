import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'

/** Returns the text of all scripts below a folder. */
function scriptsIn(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n')
}

it("the browser gets a form's definition, and neither its handler nor what handles forms", () => {
  const client = scriptsIn('.output/public')
  const server = scriptsIn('.output/server')
  // The schema of the lab's soundings.
  expect(client).toContain(String.raw`^\d{1,5}([.,]\d{1,2})?$`)
  // Texts of its handler, and of what parses and redirects forms.
  for (const text of ['lab.forms.note', 'Some of the fields are not valid.', 'HttpOnly; SameSite=Lax']) {
    expect(server).toContain(text)
    expect(client).not.toContain(text)
  }
})
