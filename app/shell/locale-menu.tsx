import { useHydrated } from '@tanstack/react-router'
import { useLocale } from 'use-intl'
import { Link } from '#app/navigation/link.tsx'
import { languageNames, localeParam, locales } from '#app/navigation/locale/locale.ts'
import { setCookie } from '#app/ui/cookies.ts'
import styles from './menu.module.css'

const EXACT = { exact: true }

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
      <div className={styles.menu} popover="auto" id="locales">
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
            onClick={(event) => {
              event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
              setCookie('NEXT_LOCALE', locale)
            }}
          >
            {languageNames[locale]}
          </Link>
        ))}
      </div>
    </>
  )
}
