/** Redirects as a site collects them over the years, in the grammar of Next.js's config: half exact, half with a param. */
export function rulesOf(count) {
  return Array.from({ length: count }, (_, row) => {
    const section = `/old-${Math.floor(row / 10)}`
    return row % 2 === 0
      ? { source: `${section}/page-${row}`, destination: `/item/${row}`, permanent: true }
      : { source: `${section}/entry-${row}/:id`, destination: `/item/:id`, permanent: true }
  })
}

/** For a framework without such rules: a look-up as fast as one written by hand. */
export function redirectsOf(count) {
  const exact = new Map()
  const param = new Map()
  for (const { source, destination } of rulesOf(count)) {
    const at = source.indexOf('/:')
    if (at < 0) exact.set(source, destination)
    else param.set(source.slice(0, at), destination)
  }
  return (pathname) => {
    const found = exact.get(pathname)
    if (found) return found
    const slash = pathname.lastIndexOf('/')
    return param.get(pathname.slice(0, slash))?.replace(':id', pathname.slice(slash + 1))
  }
}
