/** Longest wait for a view transition to begin, in milliseconds. A busy window may be drawn only once in seconds. */
const BEGIN_LIMIT_MS = 100

type Options = Omit<StartViewTransitionOptions, 'update'> & { update: () => unknown }

/**
 * Starts a view transition that delays its update no longer than the limit: then it is skipped, and the page changes at
 * once. Handles the promises that reject when a transition is skipped, except the update's.
 *
 * @param options a function for browsers without types of transitions
 * @param start the browser's function
 */
export function startViewTransition(
  options: Options | Options['update'],
  start = document.startViewTransition.bind(document),
): ViewTransition {
  const limit = setTimeout(() => transition.skipTransition(), BEGIN_LIMIT_MS)
  const begin = (update: Options['update']) => () => {
    clearTimeout(limit)
    return update()
  }
  const transition = start(
    (typeof options === 'function' ? begin(options) : { ...options, update: begin(options.update) }) as Options,
  )
  void Promise.allSettled([transition.ready, transition.finished])
  return transition
}

/** Sets the limit for view transitions that the router starts, and handles their promises, which the router drops. */
export function limitTransitions<Update, Result>(start: (update: Update) => Result): (update: Update) => Result {
  return (update) => {
    if (typeof document === 'undefined' || !('startViewTransition' in document)) return start(update)
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its object
    const original = document.startViewTransition
    document.startViewTransition = (options) => startViewTransition(options as Options, original.bind(document))
    try {
      return start(update)
    } finally {
      document.startViewTransition = original
    }
  }
}
