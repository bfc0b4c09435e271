import { useHydrated } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'

const Panel = /* @__PURE__ */ lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    const { Panel: panel } = await import('#fairlead/inspector/panel.tsx')
    return { default: panel }
  } catch {
    // The page works without its inspector.
    return { default: () => null }
  }
})

/** The code loads after hydration, and it subscribes to nothing while the inspector is closed. */
export function Inspector() {
  return (
    useHydrated() && (
      <Suspense>
        <Panel />
      </Suspense>
    )
  )
}
