import { useHydrated } from '@tanstack/react-router'
import { useLocale } from 'use-intl'
import { Link } from '#app/navigation/link.tsx'
import { type Locale, localeParam, locales } from '#app/navigation/locale/locale.ts'
import { setCookie } from '#app/ui/cookies.ts'
import styles from './menu.module.css'

/** Names of the languages, each in its own language. */
const NAMES: Record<Locale, string> = { en: 'English', de: 'Deutsch', ja: '日本語', ar: 'العربية' }

const EXACT = { exact: true }

/** A menu of links to the same page in the other languages. A popover, which works without JavaScript. */
export function LocaleMenu({ label }: { label: string }) {
  const current = useLocale()
  // The server does not know the hash, so it is added after hydration.
  const hash = useHydrated() || ''
  return (
    <>
      <button className={styles.button} popoverTarget="locales" aria-label={`${label}: ${NAMES[current]}`}>
        {NAMES[current]}
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
            {NAMES[locale]}
          </Link>
        ))}
      </div>
    </>
  )
}
