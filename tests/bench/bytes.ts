import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { builtFolder } from '#tests/harness/built-folder.ts'
import type { Figure, Task } from '#tests/bench/measurement.ts'
import { compareBytes } from '#tests/bench/comparison/bytes.ts'
import { scriptsOf } from '#tests/harness/html.ts'
import { root } from '#tests/harness/project-files.ts'

/** Modules of the layer that pages import before hydration. */
const FIRST_LOAD = ['link.tsx', 'engine.ts', 'loading/navigation-signals.ts', 'loading/navigation-status.tsx']

const VIRTUAL = '\0layer'

function gzipped(text: string | Uint8Array): number {
  return gzipSync(text, { level: 9 }).length
}

/** Builds the layer alone, without the packages it uses: the application has those anyway. */
async function buildLayer(): Promise<Rolldown.OutputChunk[]> {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      {
        name: 'layer',
        resolveId: (id) => (id === 'layer' ? VIRTUAL : undefined),
        load: (id) =>
          id === VIRTUAL
            ? FIRST_LOAD.map((file) => `export * from ${JSON.stringify(join(root, 'app/navigation', file))}`).join('\n')
            : undefined,
      },
    ],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: 'layer',
        preserveEntrySignatures: 'strict',
        external: (id) => /^(virtual:|@tanstack\/|react(-dom)?(\/|$)|use-intl)/.test(id),
        output: { format: 'es' },
      },
    },
  })) as Rolldown.RolldownOutput
  return result.output.filter((file) => file.type === 'chunk')
}

/** Measures the JavaScript that the layer adds to every page, before and after hydration. */
export async function measureBytes({ origin }: Task): Promise<Figure[]> {
  const chunks = await buildLayer()
  const sizeOf = (entry: boolean) =>
    chunks.filter(({ isEntry }) => isEntry === entry).reduce((sum, { code }) => sum + gzipped(code), 0)
  const html = await (await fetch(`${origin}/`)).text()
  const page = scriptsOf(html).reduce(
    (sum, script) => sum + gzipped(readFileSync(join(builtFolder(), 'public', script))),
    0,
  )
  return [
    { name: 'the layer in the first load of a page, gzip', value: sizeOf(true), unit: 'B', aim: 4_096 },
    { name: 'the engine, which comes after the page, gzip', value: sizeOf(false), unit: 'B' },
    { name: 'all JavaScript that / needs until it is alive, gzip', value: page, unit: 'B' },
    ...(await compareBytes()),
  ]
}
