// Checked by tsc: every `@ts-expect-error` is a mistake that must not compile, every other line must.
import { linkOptions, redirect } from '@tanstack/react-router'
import { Link, type UseNavigateResult } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

export function Links() {
  return (
    <>
      <Link to="/{-$locale}">home, in the language of the page</Link>
      <Link to="/{-$locale}" params={{ locale: 'en' }}>
        home, in English
      </Link>
      <Link to="/{-$locale}" params={{ locale: undefined }}>
        home, in the default language
      </Link>
      {/* @ts-expect-error there is no such page */}
      <Link to="/{-$locale}/no-such-page">nowhere</Link>
      {/* @ts-expect-error a page is linked by its route, not by an address */}
      <Link to="/de">nowhere</Link>
      {/* @ts-expect-error Klingon is no language of the interface */}
      <Link to="/{-$locale}" params={{ locale: 'tlh' }}>
        home, in Klingon
      </Link>
      {/* @ts-expect-error the home page has no such param */}
      <Link to="/{-$locale}" params={{ language: 'de' }}>
        home
      </Link>
    </>
  )
}

export async function navigations(navigate: UseNavigateResult<string>) {
  await navigate({ to: '/{-$locale}', params: { locale: 'en' } })
  // @ts-expect-error there is no such page
  await navigate({ to: '/{-$locale}/no-such-page' })
  // @ts-expect-error Klingon is no language of the interface
  await navigate({ to: '/{-$locale}', params: { locale: 'tlh' } })
}

export const options = [
  linkOptions({ to: '/{-$locale}', params: { locale: 'en' } }),
  // @ts-expect-error there is no such page
  linkOptions({ to: '/{-$locale}/no-such-page' }),
  // @ts-expect-error Klingon is no language of the interface
  linkOptions({ to: '/{-$locale}', params: { locale: 'tlh' } }),
]

export const redirects = [
  redirect({ to: '/{-$locale}', params: { locale: 'en' } }),
  // @ts-expect-error there is no such page
  redirect({ to: '/{-$locale}/no-such-page' }),
  // @ts-expect-error Klingon is no language of the interface
  redirect({ to: '/{-$locale}', params: { locale: 'tlh' } }),
]

export function Messages() {
  const t = useTranslations('shell')
  return (
    <>
      {t('skip')}
      {/* @ts-expect-error there is no such message */}
      {t('no.such.message')}
      {t('submission.tooManySeconds', { seconds: 3 })}
      {/* @ts-expect-error the number is missing */}
      {t('submission.tooManySeconds')}
      {/* @ts-expect-error the argument has another name */}
      {t('submission.tooManySeconds', { second: 3 })}
      {/* @ts-expect-error the argument is a number */}
      {t('submission.tooManySeconds', { seconds: 'three' })}
    </>
  )
}
