/** Returns a route id without its locale segment, which all routes share. */
export function shortRoute(route: string): string {
  return route.replace(/^\/\{-\$locale\}(?=\/|$)/, '') || '/'
}

/** Returns the part that differs between releases: `178f537` for `fairlead@0.1.0+178f5370f8dd`. */
export function shortRelease(release: string): string {
  const [name, build] = release.split('+')
  return build?.slice(0, 7) ?? name?.split('@').at(-1) ?? release
}

/** Formats a number that was counted up to a limit: `100+` for the limit itself. */
export function cappedNumber(format: { number: (value: number) => string }, value: number, limit: number): string {
  return value >= limit ? `${format.number(limit)}+` : format.number(value)
}
