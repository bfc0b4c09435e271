import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** The default not-found page, inside the layout of the page that was asked for. */
export function NotFound() {
  const t = useTranslations('shell.notFound')
  return (
    <>
      <h1>404</h1>
      <p>This page could not be found.</p>
      <p>{t('explain')}</p>
      <Link to="/{-$locale}">{t('home')}</Link>
    </>
  )
}
