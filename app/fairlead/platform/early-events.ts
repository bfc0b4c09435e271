type Early = { events: Event[]; listener: (event: Event) => void }

/** The inline script for the document's head that records events of the window until `takeEarlyEvents` is called. */
export const EARLY_EVENTS_SCRIPT = `{const events=[],listener=e=>events.push(e);window.early={events,listener};for(const name of['error','unhandledrejection','beforeunload'])addEventListener(name,listener)}`

/** Returns the recorded events of some types, and stops recording them. */
export function takeEarlyEvents(target: Window, types: readonly string[]): Event[] {
  const { early } = target as Window & { early?: Early }
  if (!early) return []
  for (const type of types) target.removeEventListener(type, early.listener)
  return early.events.filter(({ type }) => types.includes(type))
}
