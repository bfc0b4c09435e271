import { Matches, RouterContextProvider, useMatch, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { Progress } from '#app/navigation/loading/navigation-status.tsx'
import { Dialog } from './dialog.tsx'
import type { PageRouter } from './install-interception.ts'
import { withTransition } from './view-transition.ts'
import { OverlayContext } from './interception-outlet.tsx'
import type { OverlayRouter } from './overlay-router.ts'

/**
 * Renders an overlay router: the progress line until its target has loaded, then the dialog. It waits for the page
 * underneath as well, which is mounted first after going back to an open target from elsewhere.
 */
export function Overlay({
  overlay,
  pageRouter,
  close,
}: {
  overlay: OverlayRouter
  pageRouter: PageRouter
  close: () => void
}) {
  const messages = useMatch({ from: '/{-$locale}', shouldThrow: false })?.loaderData?.shell
  const isPageThere = useRouterState({
    router: pageRouter.router,
    select: ({ resolvedLocation, location }) => resolvedLocation?.pathname === location.pathname,
  })
  const isTargetThere = useRouterState({ router: overlay.router, select: ({ matches }) => matches.length > 0 })
  const isReady = isPageThere && isTargetThere
  const [isShown, setShown] = useState(false)
  const context = useMemo(() => ({ over: overlay.over, close }), [overlay, close])

  useEffect(() => {
    if (isReady) withTransition(() => setShown(true))
  }, [isReady])

  const progress = <Progress label={messages?.progress ?? 'Loading'} />
  return (
    <RouterContextProvider router={overlay.router}>
      <OverlayContext value={context}>
        {isShown && isPageThere ? (
          <Dialog overlay={overlay} pageRouter={pageRouter} close={close} label={messages?.close ?? 'Close'}>
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
