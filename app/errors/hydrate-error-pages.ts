import { type AnyRouteMatch, CatchBoundary } from '@tanstack/react-router'
import { getDigest } from '#app/errors/digest.ts'
import { PublicError } from '#app/errors/public-error.ts'

type Props = Parameters<typeof CatchBoundary.getDerivedStateFromProps>[0]
type State = CatchBoundary['state']

/**
 * Makes the error page of a document hydrate: the boundary of a match that failed on the server begins with its error. By
 * default the router throws the error again, and React replaces the whole page, in the middle of a click and with the
 * visitor's input. For the browser, before hydration.
 */
export function hydrateErrorPages(): void {
  const boundary = CatchBoundary as { getDerivedStateFromProps: (props: Props, state: State) => Partial<State> }
  const derive = boundary.getDerivedStateFromProps
  boundary.getDerivedStateFromProps = (props, state) => {
    const derived = derive(props, state)
    // Boundaries of an application have other keys.
    const match = derived.resetKey as Partial<AnyRouteMatch> | undefined
    if (match?.status !== 'error' || match === state.resetKey) return derived
    const error: unknown = match.error
    // Others are thrown: React's `onCaughtError` reports them.
    return error instanceof PublicError || getDigest(error) ? { ...derived, error: [error] } : derived
  }
}
