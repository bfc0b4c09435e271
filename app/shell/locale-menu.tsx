import { useHydrated } from '@tanstack/react-router'
import { localePrefix } from 'virtual:routing'
import { loadAllPaths } from 'virtual:routing/rewrite'
import { useLocale } from 'use-intl'
import { Link } from '#app/navigation/link.tsx'
import { languageNames, localeParam, locales } from '#app/navigation/locale/locale.ts'
import { LOCALE_COOKIE } from '#app/navigation/locale/resolve-locale.ts'
import { setCookie } from '#app/ui/cookies.ts'
import styles from './menu.module.css'

const EXACT = { exact: true }

/** Props of links to a language that no URL says: the server remembers it and leads back, since a document has one. */
const IN_DOCUMENT = localePrefix === 'never' && ({ reloadDocument: true, preload: false, rel: 'nofollow' } as const)

/** A menu of links to the same page in the other languages. A popover, which works without JavaScript. */
export function LocaleMenu({ label }: { label: string }) {
  const current = useLocale()
  // The server does not know the hash, so it is added after hydration.
  const hash = useHydrated() || ''
  return (
    <>
      <button className={styles.button} popoverTarget="locales" aria-label={`${label}: ${languageNames[current]}`}>
        {languageNames[current]}
      </button>
      <div className={styles.menu} popover="auto" id="locales" onToggle={loadAllPaths}>
        {locales.map((locale) => (
          <Link
            key={locale}
            to="."
            params={(params) => ({ ...params, locale: localeParam(locale) })}
            search
            hash={hash}
            lang={locale}
            hrefLang={locale}
            activeOptions={EXACT}
            {...(locale !== current && IN_DOCUMENT)}
            onClick={(event) => {
              event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
              setCookie(LOCALE_COOKIE, locale)
            }}
          >
            {languageNames[locale]}
          </Link>
        ))}
      </div>
    </>
  )
}
