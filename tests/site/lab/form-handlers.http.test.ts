import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtFolder } from '#tests/harness/built-folder.ts'

/** Returns the text of all scripts below a folder of the build. */
function scriptsIn(folder: string): string {
  return readdirSync(join(builtFolder(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => readFileSync(join(builtFolder(), folder, name), 'utf8'))
    .join('\n')
}

it("the browser gets a form's definition, and neither its handler nor what handles forms", () => {
  const client = scriptsIn('public')
  const server = scriptsIn('server')
  // The schema of the lab's soundings.
  expect(client).toContain(String.raw`^\d{1,5}([.,]\d{1,2})?$`)
  // Texts of its handler, and of what parses and redirects forms.
  for (const text of ['lab.forms.note', 'Some of the fields are not valid.', 'HttpOnly; SameSite=Lax']) {
    expect(server).toContain(text)
    expect(client).not.toContain(text)
  }
})
