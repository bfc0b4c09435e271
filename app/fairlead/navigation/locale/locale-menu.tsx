import { type RouterHistory, useHydrated, useRouter } from '@tanstack/react-router'
import { localePrefix } from 'virtual:routing'
import { loadAllPaths } from 'virtual:routing/rewrite'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#fairlead/navigation/link.tsx'
import { languageNames, localeParam, locales } from '#fairlead/navigation/locale/locale.ts'
import { LOCALE_COOKIE } from '#fairlead/navigation/locale/resolve-locale.ts'
import { setCookie } from '#fairlead/platform/cookies.ts'

const EXACT = { exact: true }

/**
 * Props of links to a language if URLs have no locale: the server remembers the language and redirects back, because a
 * document has one language.
 */
const IN_DOCUMENT = localePrefix === 'never' && ({ reloadDocument: true, preload: false, rel: 'nofollow' } as const)

/** Returns the first segment of a path, which has the language, if any. */
const firstSegment = ({ pathname }: { pathname: string }): string | undefined => pathname.split('/', 2)[1]

/** Remembers a language after the page's blockers have let its link pass; they are asked in order. */
function rememberUnlessBlocked(history: RouterHistory, link: HTMLAnchorElement, remember: () => void): void {
  const remove = history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation }) => {
      remove()
      // If the page has kept the visitor, it may let another link pass later. A load of a document has no next
      // location.
      const isDocument = link.host !== location.host || nextLocation.href === currentLocation.href
      if (isDocument || firstSegment(nextLocation) === firstSegment(link)) remember()
      return false
    },
  })
}

/** The class names of a button and of the popover that it opens. */
export type MenuProps = { button?: string | undefined; menu?: string | undefined }

/**
 * A menu of links to the same page in the other languages; nothing where there is one language. It is a popover, which
 * works without JavaScript.
 *
 *     <LocaleMenu button={styles.button} menu={styles.menu} />
 */
export function LocaleMenu({ button, menu }: MenuProps) {
  const t = useTranslations('shell.locale')
  const current = useLocale()
  const { history } = useRouter()
  // The server does not know the hash, so it is added after hydration.
  const hash = useHydrated() || ''
  if (locales.length < 2) return null
  return (
    <>
      <button className={button} popoverTarget="locales" aria-label={`${t('label')}: ${languageNames[current]}`}>
        {languageNames[current]}
      </button>
      <div className={menu} popover="auto" id="locales" onToggle={loadAllPaths}>
        {locales.map((locale) => (
          <Link
            key={locale}
            to="."
            params={(params: object) => ({ ...params, locale: localeParam(locale) })}
            search
            hash={hash}
            lang={locale}
            hrefLang={locale}
            activeOptions={EXACT}
            {...(locale !== current && IN_DOCUMENT)}
            onClick={(event) => {
              const link = event.currentTarget
              link.closest<HTMLElement>('[popover]')?.hidePopover()
              const remember = () => setCookie(LOCALE_COOKIE, locale)
              if (locale === current || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) remember()
              // Without prefixes the server remembers the language.
              else if (!IN_DOCUMENT) rememberUnlessBlocked(history, link, remember)
            }}
          >
            {languageNames[locale]}
          </Link>
        ))}
      </div>
    </>
  )
}
