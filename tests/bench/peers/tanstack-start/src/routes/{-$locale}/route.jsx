import { createFileRoute, Outlet } from '@tanstack/react-router'

// An optional locale, as the guide on languages has it. A segment that is none leaves the route, and is no error.
// https://tanstack.com/router/latest/docs/guide/internationalization-i18n
// https://tanstack.com/router/latest/docs/api/router/RouteOptionsType#paramsparse-method
export const Route = createFileRoute('/{-$locale}')({
  params: { parse: ({ locale }) => (locale === undefined || ['en', 'de'].includes(locale) ? { locale } : false) },
  component: Outlet,
})
