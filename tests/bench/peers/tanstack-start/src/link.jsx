import { Link as RouterLink } from '@tanstack/react-router'

const ROUTES = {
  home: '/{-$locale}',
  links: '/{-$locale}/links/$count',
  list: '/{-$locale}/list',
  item: '/{-$locale}/item/$id',
  photos: '/{-$locale}/photos',
  photo: '/{-$locale}/photos/$id/modal',
  doc: '/{-$locale}/handbook/$slug',
}

const PARAMS = {
  links: () => ({ count: '100' }),
  item: (id) => ({ id }),
  photo: (id) => ({ id }),
  doc: () => ({ slug: 'prefetching' }),
}

const PRELOAD = { best: 'intent', view: 'viewport', off: false }

/** Photos open over the page by a mask, the documentation's way to do so. */
export function Link({ page, id, when, children }) {
  return (
    <RouterLink
      to={ROUTES[page]}
      params={(params) => ({ ...params, ...PARAMS[page]?.(id) })}
      mask={page === 'photo' ? { to: '/{-$locale}/photo/$id', params: { id }, unmaskOnReload: true } : undefined}
      preload={PRELOAD[when]}
    >
      {children}
    </RouterLink>
  )
}
