import { createFileRoute, Outlet } from '@tanstack/react-router'
export const Route = createFileRoute('/{-$locale}')({
  params: { parse: ({ locale }): { locale?: 'de' | 'en' } | false => locale === undefined ? {} : locale === 'de' || locale === 'en' ? { locale } : false },
  component: () => <><p>layout</p><Outlet /></>,
  notFoundComponent: () => <p>404 locale</p>,
})
