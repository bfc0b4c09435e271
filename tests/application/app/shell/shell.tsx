import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FlashMessage } from 'fairlead/forms'
import { LocaleMenu } from 'fairlead/locale'
import { LazyVersionSkewNotice, Link, Progress, ThemeMenu } from 'fairlead/navigation'
import { Inspector } from 'fairlead/inspector'
import styles from '#app/shell/shell.module.css'

const EXACT = { exact: true, includeSearch: false }

/** The frame of every page, with the parts of the shell and links of this application. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <>
      <a href="#content">{t('skip')}</a>
      <Progress />
      <header>
        <nav aria-label="Pages">
          <Link to="/{-$locale}" activeOptions={EXACT}>
            Home
          </Link>
          <Link to="/{-$locale}/guide/$" params={{ _splat: '' }}>
            Guide
          </Link>
          <Link to="/{-$locale}/start">Start</Link>
        </nav>
        <LocaleMenu button={styles.button} menu={styles.menu} />
        <ThemeMenu button={styles.theme} menu={styles.menu} />
      </header>
      <main id="content" tabIndex={-1}>
        <FlashMessage className={undefined} />
        {children}
      </main>
      {import.meta.env.PROD && <Inspector />}
      <LazyVersionSkewNotice />
    </>
  )
}
