import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { loadMessages } from '#app/locales/messages.ts'
import { WithMessages } from '#app/locales/provider.tsx'
import { localeOf } from '#app/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/')({
  loader: ({ params }) => loadMessages('home', localeOf(params)),
  staleTime: Infinity,
  component: HomeRoute,
})

function HomeRoute() {
  return (
    <WithMessages messages={Route.useLoaderData()}>
      <Home />
    </WithMessages>
  )
}

function Home() {
  const t = useTranslations('home')
  return (
    <>
      <h1>{t('heading')}</h1>
      <p>{t('what')}</p>
    </>
  )
}
