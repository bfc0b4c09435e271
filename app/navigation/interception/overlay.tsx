import { Matches, RouterContextProvider, useMatch, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { Progress } from '#app/navigation/loading/progress.tsx'
import { Dialog } from './dialog.tsx'
import type { PageRouter } from './install-interception.ts'
import { withTransition } from './view-transition.ts'
import { OverlayContext } from './interception-outlet.tsx'
import type { OverlayRouter } from './overlay-router.ts'

/**
 * Shows what the second router has: nothing but the progress line until there is something, then the dialog. It waits
 * for the page underneath as well: after going back to an open target from elsewhere, that has to come first.
 */
export function Overlay({ second, host, close }: { second: OverlayRouter; host: PageRouter; close: () => void }) {
  const messages = useMatch({ from: '/{-$locale}', shouldThrow: false })?.loaderData?.shell
  const isPageThere = useRouterState({
    router: host.router,
    select: ({ resolvedLocation, location }) => resolvedLocation?.pathname === location.pathname,
  })
  const isTargetThere = useRouterState({ router: second.router, select: ({ matches }) => matches.length > 0 })
  const isReady = isPageThere && isTargetThere
  const [isShown, setShown] = useState(false)
  const opened = useMemo(() => ({ over: second.over, close }), [second, close])

  useEffect(() => {
    if (isReady) withTransition(() => setShown(true))
  }, [isReady])

  const progress = <Progress label={messages?.progress ?? 'Loading'} />
  return (
    <RouterContextProvider router={second.router}>
      <OverlayContext value={opened}>
        {isShown && isPageThere ? (
          <Dialog second={second} host={host} close={close} label={messages?.close ?? 'Close'}>
            {progress}
            <Matches />
          </Dialog>
        ) : (
          progress
        )}
      </OverlayContext>
    </RouterContextProvider>
  )
}
