import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileHandbook, type Handbook } from '#app/handbook/compiler/compile-handbook.ts'
import routing from '#app/routing.ts'

/** The handbook as it is, compiled once for each test file. */
export const handbook = () =>
  compileHandbook({ ...routing, folder: 'app/handbook/content', name: 'app/handbook/content' })

/** Front matter and a body, as a file of the handbook holds them. */
export function page(body: string, fields: Partial<Record<'title' | 'order' | 'summary', string>> = {}): string {
  const front = { title: 'A page', order: '1', summary: 'What it says.', ...fields }
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}

/** Compiles a handbook of a test's own: `{ 'en/run.md': '…' }`, in English and German. */
export async function compileFiles(files: Record<string, string>): Promise<Handbook<'en' | 'de'>> {
  const folder = await mkdtemp(join(tmpdir(), 'handbook-'))
  try {
    for (const [file, source] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), source)
    }
    return await compileHandbook({ folder, locales: ['en', 'de'], defaultLocale: 'en' })
  } finally {
    await rm(folder, { recursive: true })
  }
}
