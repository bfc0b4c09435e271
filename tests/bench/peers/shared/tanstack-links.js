// Where links lead with TanStack Router, with Fairlead and without.

const ROUTES = {
  home: '/{-$locale}',
  links: '/{-$locale}/links/$count',
  list: '/{-$locale}/list',
  item: '/{-$locale}/item/$id',
  photos: '/{-$locale}/photos',
  photo: '/{-$locale}/photo/$id',
  doc: '/{-$locale}/handbook/$slug',
}

const PARAMS = {
  links: () => ({ count: '100' }),
  item: (id) => ({ id }),
  photo: (id) => ({ id }),
  doc: () => ({ slug: 'prefetching' }),
}

const PRELOAD = { best: 'intent', view: 'viewport', off: false }

/** The options of a link to a page. */
export const linkOptions = (page, id, when) => ({
  to: ROUTES[page],
  params: (params) => ({ ...params, ...PARAMS[page]?.(id) }),
  preload: PRELOAD[when],
})
