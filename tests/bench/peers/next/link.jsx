import NextLink from 'next/link'

// All pages lie below /en and /de, as the documentation on languages has it. It also sends `/` to one of them by a
// proxy, which is left out: it would only cost time.
// https://nextjs.org/docs/app/guides/internationalization
const PATHS = {
  home: () => '',
  links: () => '/links/100',
  list: () => '/list',
  item: (id) => `/item/${id}`,
  photos: () => '/photos',
  photo: (id) => `/photo/${id}`,
  doc: () => '/handbook/prefetching',
}

// `true` fetches the whole page as soon as the link is in view, with its data: no setting makes a click faster. The
// default would fetch the data of these pages, which are made for each request, after the click.
// https://nextjs.org/docs/app/api-reference/components/link#prefetch
const PREFETCH = { best: true, view: true, off: false }

export function Link({ page, id, when, lang = 'en', children }) {
  return (
    <NextLink href={`/${lang}${PATHS[page](id)}`} prefetch={PREFETCH[when]}>
      {children}
    </NextLink>
  )
}
