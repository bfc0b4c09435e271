import { useLoaderData } from '@tanstack/react-router'
import type { ToggleEvent } from 'react'
import { useTranslations } from 'use-intl'
import { hasCdn } from '#app/site.ts'
import { chooseTheme, readTheme } from 'fairlead/navigation'
import styles from './menu.module.css'

const THEMES = ['system', 'light', 'dark'] as const

/** Checks the theme that the document has: one that all visitors share was rendered without any. */
function checkTheme({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const chosen = THEMES.indexOf(readTheme() ?? 'system')
  // All of them: React does not see that a radio button unchecks another.
  for (const [index, input] of currentTarget.querySelectorAll('input').entries()) input.checked = index === chosen
}

/** Radio buttons are uncontrolled, so there is no state here. */
export function ThemeMenu() {
  const t = useTranslations('shell.theme')
  const chosen = useLoaderData({ from: '__root__' })?.theme ?? 'system'
  return (
    <>
      <button className={styles.theme} popoverTarget="themes" aria-label={t('label')} />
      <fieldset className={styles.menu} popover="auto" id="themes" {...(hasCdn && { onBeforeToggle: checkTheme })}>
        <legend className="visually-hidden">{t('label')}</legend>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              autoComplete="off"
              defaultChecked={theme === chosen}
              onChange={() => chooseTheme(theme === 'system' ? undefined : theme)}
            />
            {t(theme)}
          </label>
        ))}
      </fieldset>
    </>
  )
}
