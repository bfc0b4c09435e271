/** Makes a page say in a header what it was asked for: which page it is, its params, its query, its language. */
export const reached =
  (page, name) =>
  ({ params = {}, query, locale, res }) => {
    const search = Object.fromEntries(Object.entries(query).filter(([key]) => key !== name))
    const answer = { page, params: params[name] === undefined ? [] : [params[name]].flat(), search, locale }
    res.setHeader('x-reached', encodeURIComponent(JSON.stringify(answer)))
    return { props: {} }
  }

export function Page() {
  return null
}
