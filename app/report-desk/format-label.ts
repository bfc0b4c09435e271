/** Returns a route id without its locale segment, which all routes share. */
export function shortRoute(route: string): string {
  return route.replace(/^\/\{-\$locale\}(?=\/|$)/, '') || '/'
}

/** Returns the part that differs between releases: `178f537` for `fairlead@0.1.0+178f5370f8dd`. */
export function shortRelease(release: string): string {
  const [name, build] = release.split('+')
  return build?.slice(0, 7) ?? name?.split('@').at(-1) ?? release
}
