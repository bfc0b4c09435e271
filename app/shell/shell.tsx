import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FlashMessage } from 'fairlead/forms'
import { LocaleMenu } from 'fairlead/locale'
import { LazyVersionSkewNotice, Link, Logo, Progress, ThemeMenu } from 'fairlead/navigation'
import { siteName } from '#app/site.ts'
import menu from './menu.module.css'
import styles from './shell.module.css'

const EXACT = { exact: true, includeSearch: false }

/** Without this param a link would lead to the page of the handbook that is shown. */
const FIRST_PAGE = { _splat: undefined }

/**
 * The frame of every page: header, content, footer. It is not in `ui`, which may not import links and messages.
 */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <div className={styles.shell}>
      <a href="#content">{t('skip')}</a>
      <Progress />
      <header>
        <Link to="/{-$locale}" activeOptions={EXACT}>
          <Logo />
          {siteName}
        </Link>
        <nav aria-label={t('nav.label')}>
          <Link to="/{-$locale}" activeOptions={EXACT}>
            {t('nav.home')}
          </Link>
          <Link to="/{-$locale}/handbook/$" params={FIRST_PAGE}>
            {t('nav.handbook')}
          </Link>
          <Link to="/{-$locale}/lab">{t('nav.lab')}</Link>
        </nav>
        <div>
          <LocaleMenu button={menu.button} menu={menu.menu} />
          <ThemeMenu button={menu.theme} menu={menu.menu} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <FlashMessage className={styles.flash} />
        {children}
      </main>
      <footer>{t('site.title')}</footer>
      <LazyVersionSkewNotice />
    </div>
  )
}
