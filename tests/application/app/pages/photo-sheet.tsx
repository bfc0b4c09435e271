import { useOverlay } from 'fairlead/navigation'
import { Photo } from '#app/pages/photo.tsx'
import { settingOf } from '#app/pages/queries.ts'

/** A picture in a dialog over a page: in that page's order, with a link back to it. */
export function PhotoSheet() {
  const opened = useOverlay()
  return (
    <>
      <Photo setting={settingOf(opened?.over.routeId)} />
      <button type="button" onClick={opened?.close}>
        Done
      </button>
    </>
  )
}
