import { Link as RouterLink, useParams } from 'react-router'

const PATHS = {
  home: () => '/',
  links: () => '/links/100',
  list: () => '/list',
  item: (id) => `/item/${id}`,
  photos: () => '/photos',
  photo: (id) => `/photos?photo=${id}`,
  doc: () => '/handbook/prefetching',
}

const PREFETCH = { best: 'intent', view: 'viewport', off: 'none' }

/**
 * Photos open over the page by a mask, the documentation's way to do so.
 * https://reactrouter.com/api/components/Link#mask
 */
export function Link({ page, id, when, children }) {
  const { lang } = useParams()
  const before = lang ? `/${lang}` : ''
  return (
    <RouterLink
      to={before + PATHS[page](id)}
      mask={page === 'photo' ? `${before}/photo/${id}` : undefined}
      prefetch={PREFETCH[when]}
    >
      {children}
    </RouterLink>
  )
}
