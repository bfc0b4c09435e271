/** The pages of every language in their order; made by `app/handbook/vite-plugin.ts`. */
declare module 'virtual:handbook' {
  import type { CompiledPage, ContentsEntry } from '#app/handbook/page.ts'
  import type { Locale } from 'fairlead/locale'
  export const handbook: Record<Locale, (ContentsEntry & { load: () => Promise<{ default: CompiledPage }> })[]>
}
