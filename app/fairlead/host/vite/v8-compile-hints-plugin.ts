import type { Plugin } from 'vite'

/** The line makes V8 compile all functions of a file off the main thread while it loads. Other engines see a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Files below this size, in characters, do not get the hint. */
const MIN_CHARS = 3_000

function shiftSourceMap(text: string): string {
  const map = JSON.parse(text) as { mappings: string }
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}

/**
 * Adds the hint. Without it Chromium compiles a function on its first call: during a click, on the main thread. The
 * hint has to be the first line, so it is added after Vite has put its list of files there.
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
