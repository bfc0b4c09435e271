import { createFileRoute } from '@tanstack/react-router'
import { PublicError } from 'fairlead/errors'

/** A page that always fails, with an error component of its own. */
export const Route = createFileRoute('/{-$locale}/aground')({
  loader: () => {
    throw new PublicError('AGROUND', 409, 'The ship is aground.')
  },
  errorComponent: () => <h1>Aground</h1>,
})
