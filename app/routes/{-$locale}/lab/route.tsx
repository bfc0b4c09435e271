import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadMessages, WithMessages } from 'fairlead/messages'
import { getLocale } from 'fairlead/locale'
import { Inspector } from 'fairlead/inspector'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab')({
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
