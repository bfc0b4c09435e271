import { useLoaderData } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { chooseTheme } from '#app/ui/theme.ts'
import styles from './menu.module.css'

const THEMES = ['system', 'light', 'dark'] as const

/** A menu of themes. Uncontrolled radio buttons, so there is no state here. */
export function ThemeMenu() {
  const t = useTranslations('shell.theme')
  const chosen = useLoaderData({ from: '__root__' })?.theme ?? 'system'
  return (
    <>
      <button className={styles.theme} popoverTarget="themes" aria-label={t('label')} />
      <fieldset className={styles.menu} popover="auto" id="themes">
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
