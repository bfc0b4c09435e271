import { linkOptions } from '#app/bench/shared/tanstack-links.js'
import { Link as FairleadLink } from 'fairlead/navigation'

export function Link({ page, id, when, children }) {
  return <FairleadLink {...linkOptions(page, id, when)}>{children}</FairleadLink>
}
