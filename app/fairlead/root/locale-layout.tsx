import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { getLocale, isLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { framed, loadFrame, type Shell } from '#fairlead/root/frame.tsx'

type Params = { locale?: Locale | undefined }

type LocaleOptions = {
  /** The frame of all pages: header, menus and footer. */
  shell: Shell
  /**
   * URLs of the style sheets that only the pages of a language have, such as its fonts:
   * `{ ar: [arabic] }` with `import arabic from 'fairlead/styles/fonts-arabic.css?url'`.
   */
  styles?: Readonly<Record<string, readonly string[]>>
}

/**
 * Returns the options of the route of the languages, in `app/routes/{-$locale}/route.tsx`. The frame stands around its
 * pages, with the messages of the language. With one language it is not needed: pages are at the root then, and the frame
 * is an option of `documentOptions`.
 *
 *     export const Route = createFileRoute('/{-$locale}')({
 *       ...localeOptions({ shell: Shell }),
 *       codeSplitGroupings: [],
 *     })
 */
export function localeOptions({ shell, styles = {} }: LocaleOptions) {
  const { Layout, FramedNotFound } = framed(shell)
  return {
    params: {
      // A segment that is not a language is left to other routes and to the not-found page.
      parse: ({ locale }: { locale?: string | undefined }): Params | false => {
        if (locale === undefined) return {}
        return isLocale(locale) ? { locale } : false
      },
    },
    loader: loadFrame,
    staleTime: Infinity,
    ...(import.meta.env.SSR && {
      headers: ({ params }: { params: Params }) => ({ 'content-language': getLocale(params) }),
    }),
    head: (context: Parameters<typeof pageMeta>[0] & { params: Params }) => ({
      meta: pageMeta(context),
      links: (styles[getLocale(context.params)] ?? []).map((href) => ({ rel: 'stylesheet', href })),
    }),
    component: Layout,
    notFoundComponent: FramedNotFound,
  }
}
