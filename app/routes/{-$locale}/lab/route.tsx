import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadMessages } from '#app/locales/messages.ts'
import { WithMessages } from '#app/locales/provider.tsx'
import { getLocale } from '#app/navigation/locale/locale.ts'
import { Inspector } from '#app/inspector/inspector.tsx'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab')({
  staticData: { nav: { order: 20, label: 'lab' } },
  loader: ({ params }) => loadMessages('lab', getLocale(params)),
  staleTime: Infinity,
  component: LabLayout,
})

function LabLayout() {
  return (
    <WithMessages messages={Route.useLoaderData()}>
      <Outlet />
      {import.meta.env.PROD && (
        <div className={styles.inspector}>
          <Inspector />
        </div>
      )}
    </WithMessages>
  )
}
