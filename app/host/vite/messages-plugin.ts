import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { texts } from '#app/site.ts'

type Messages = { [key: string]: string | Messages }
type Compiled = { [key: string]: unknown }

const MESSAGES = /\/(locales|messages)\/.*\.json$/
const SHELL = /\/shell\.json$/

/** Replaces the ICU messages of a tree by their parsed form, so that the browser needs no parser. */
function compileMessages(messages: Messages): Compiled {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileMessages(value),
    ]),
  )
}

/** Compiles the interface's messages (`locales/**.json`, `messages/*.json`) at build time. */
export function messagesPlugin(): Plugin {
  return {
    name: 'fairlead:messages',
    enforce: 'pre',
    config: () => ({
      // use-intl's formatter for compiled messages: 0.8 kB instead of 11.
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
      ssr: { noExternal: ['use-intl'] },
    }),
    transform: {
      filter: { id: MESSAGES },
      handler(code, id) {
        const messages = JSON.parse(code) as Messages
        if (SHELL.test(id)) messages.site = { ...texts, ...(messages.site as Messages | undefined) }
        return { code: JSON.stringify(compileMessages(messages)), map: null }
      },
    },
  }
}
