import type { Plugin } from 'vite'

/** Asks V8 to compile all functions of a file while it loads, beside the main thread. For others it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Smaller files have little to compile, in characters. */
const MIN_CHARS = 3_000

/** A source map after a line was put before what it maps. */
function shiftSourceMap(text: string): string {
  const map = JSON.parse(text) as { mappings: string }
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}

/**
 * Marks the browser's files as files whose functions are all called. Chromium would else compile each function when it
 * is called first: that is in the click, on the main thread.
 *
 * The mark counts only as the first line, so it is set after Vite has put its list of files there.
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
