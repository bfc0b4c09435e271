/** The pages of every language in their order; made by `app/handbook/vite-plugin.ts`. */
declare module 'virtual:handbook' {
  import type { CompiledPage, Entry } from '#app/handbook/page.ts'
  import type { Locale } from '#app/navigation/locale/locale.ts'
  export const handbook: Record<Locale, (Entry & { load: () => Promise<{ default: CompiledPage }> })[]>
}
