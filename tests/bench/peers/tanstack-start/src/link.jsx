import { Link as RouterLink } from '@tanstack/react-router'
import { linkOptions } from '../shared/tanstack-links.js'

/**
 * Photos open over the page by a mask, the documentation's way to do so.
 * https://tanstack.com/router/latest/docs/guide/route-masking
 */
const OVER_THE_PAGE = (id) => ({
  to: '/{-$locale}/photos/$id/modal',
  mask: { to: '/{-$locale}/photo/$id', params: { id }, unmaskOnReload: true },
})

export function Link({ page, id, when, children }) {
  return (
    <RouterLink {...linkOptions(page, id, when)} {...(page === 'photo' && OVER_THE_PAGE(id))}>
      {children}
    </RouterLink>
  )
}
