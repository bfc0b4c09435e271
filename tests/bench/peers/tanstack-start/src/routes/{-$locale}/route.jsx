import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/{-$locale}')({
  params: { parse: ({ locale }) => (locale === undefined || ['en', 'de'].includes(locale) ? { locale } : false) },
  component: Outlet,
})
