import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadMessages } from '#fairlead/messages/messages.ts'
import { WithMessages } from '#fairlead/messages/provider.tsx'
import { getLocale } from '#fairlead/navigation/locale/locale.ts'
import { Inspector } from '#fairlead/inspector/inspector.tsx'
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
