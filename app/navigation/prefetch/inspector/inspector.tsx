import { useHydrated } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'

const Panel = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    const { Panel: panel } = await import('#app/navigation/prefetch/inspector/panel.tsx')
    return { default: panel }
  } catch {
    // An inspector that cannot be had is no fault of the page.
    return { default: () => null }
  }
})

/**
 * The inspector of the prefetch engine: what is cached, in flight and waiting, and what navigations found. Its code
 * comes when a page that holds it is alive, and it looks at nothing while it is closed.
 */
export function Inspector() {
  return (
    useHydrated() && (
      <Suspense>
        <Panel />
      </Suspense>
    )
  )
}
