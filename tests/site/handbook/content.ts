import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileHandbook, type Handbook } from '#app/handbook/compiler/compile-handbook.ts'
import routing from '#app/routing.ts'

/** Compiles the handbook, which takes some seconds. */
export const handbook = () =>
  compileHandbook({ ...routing, folder: 'app/handbook/content', name: 'app/handbook/content' })

/** Returns a file of the handbook: front matter and a body. */
export function page(body: string, fields: Partial<Record<'title' | 'order' | 'summary', string>> = {}): string {
  const front = { title: 'A page', order: '1', summary: 'What it says.', ...fields }
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}

/** Compiles a handbook from files such as `{ 'en/run.md': '…' }`, in English and German. */
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
