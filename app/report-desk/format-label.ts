/** A route without the segment of the language, which all of them have. */
export function shortRoute(route: string): string {
  return route.replace(/^\/\{-\$locale\}(?=\/|$)/, '') || '/'
}

/** `fairlead@0.1.0+178f5370f8dd` as `178f537`: what differs between releases. */
export function shortRelease(release: string): string {
  const [name, build] = release.split('+')
  return build?.slice(0, 7) ?? name?.split('@').at(-1) ?? release
}
