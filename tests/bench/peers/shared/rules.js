/** Redirects as a site collects them over the years, in the grammar of Next.js's config: half exact, half with a param. */
export function rulesOf(count) {
  return Array.from({ length: count }, (_, row) => {
    const section = `/old-${Math.floor(row / 10)}`
    return row % 2 === 0
      ? { source: `${section}/page-${row}`, destination: `/item/${row}`, permanent: true }
      : { source: `${section}/entry-${row}/:id`, destination: `/item/:id`, permanent: true }
  })
}
