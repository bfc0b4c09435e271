import { getRouteApi } from '@tanstack/react-router'
import type { ToggleEvent } from 'react'
import { useTranslations } from 'use-intl'
import { hasCdn } from 'virtual:app/site'
import type { MenuProps } from '#fairlead/navigation/locale/locale-menu.tsx'
import { chooseTheme, readTheme } from '#fairlead/platform/theme.ts'

const rootRoute = getRouteApi('__root__')

const THEMES = ['system', 'light', 'dark'] as const

/** Checks the theme of the document, because a page that all visitors share was rendered without one. */
function checkTheme({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const chosen = THEMES.indexOf(readTheme() ?? 'system')
  // React does not see that a radio button unchecks another, so all of them are set.
  for (const [index, input] of currentTarget.querySelectorAll('input').entries()) input.checked = index === chosen
}

/**
 * A menu of the themes: the system's, light and dark. Without JavaScript pages follow the system, so a style sheet hides
 * the button there: `@media (scripting: none)`.
 *
 *     <ThemeMenu button={styles.theme} menu={styles.menu} />
 */
export function ThemeMenu({ button, menu }: MenuProps) {
  const t = useTranslations('shell.theme')
  // Radio buttons are uncontrolled, so there is no state here.
  const data: { theme?: 'light' | 'dark' } | undefined = rootRoute.useLoaderData()
  const chosen = data?.theme ?? 'system'
  return (
    <>
      <button className={button} popoverTarget="themes" aria-label={t('label')} />
      <fieldset className={menu} popover="auto" id="themes" {...(hasCdn && { onBeforeToggle: checkTheme })}>
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
