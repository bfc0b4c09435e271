import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { Figure } from '#tests/bench/measurement.ts'
import { compareBytes } from '#tests/bench/comparison/bytes.ts'
import { root } from '#tests/harness/project-files.ts'

/** Modules of the layer that pages import before hydration. */
const FIRST_LOAD = ['link.tsx', 'engine.ts', 'loading/navigation-signals.ts', 'loading/navigation-status.tsx']

const VIRTUAL = '\0layer'

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
            ? FIRST_LOAD.map(
                (file) => `export * from ${JSON.stringify(join(root, 'app/fairlead/navigation', file))}`,
              ).join('\n')
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

/** Measures the JavaScript that the layer adds to every page before hydration, and the bytes of all peers. */
export async function measureBytes(): Promise<Figure[]> {
  const chunks = await buildLayer()
  const first = chunks.filter(({ isEntry }) => isEntry)
  return [
    {
      name: 'the layer in the first load of a page, gzip',
      value: first.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
      unit: 'B',
      aim: 4_096,
    },
    ...(await compareBytes()),
  ]
}
