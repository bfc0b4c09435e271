// `virtual:routing/rewrite` if public URLs are the same as the routes' paths.

export function urlRewrite(): undefined {}
export const buildPublicUrl = undefined
export const loadAllPaths = undefined

/** There are no paths to fetch, only the rules. */
export const installPaths = <F>(_router: unknown, _delegates: unknown, fetchRules: F): F => fetchRules
