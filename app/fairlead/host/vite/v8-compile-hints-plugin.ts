import type { Plugin } from 'vite'

/** Tells V8 to compile all functions of a file while it loads, off the main thread. A comment for other engines. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Size in characters from which a file gets the hint. */
const MIN_CHARS = 3_000

function shiftSourceMap(text: string): string {
  const map = JSON.parse(text) as { mappings: string }
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}

/**
 * Without the hint Chromium compiles a function on its first call: during a click, on the main thread. It has to be the
 * first line, so it is added after Vite has added its list of files there.
 */
export function v8CompileHintsPlugin(): Plugin {
  return {
    name: 'fairlead:compile-hint',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.code.length < MIN_CHARS) continue
          chunk.code = HINT + chunk.code
          const file = bundle[`${chunk.fileName}.map`]
          if (file?.type === 'asset') file.source = shiftSourceMap(String(file.source))
        }
      },
    },
  }
}
