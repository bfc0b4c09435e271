/**
 * Handles the promises of the view transition that the router starts, and drops: they reject when the browser skips the
 * transition. The update itself is not among them.
 */
export function settleTransitions<Update, Result>(start: (update: Update) => Result): (update: Update) => Result {
  return (update) => {
    if (typeof document === 'undefined' || !('startViewTransition' in document)) return start(update)
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its object
    const original = document.startViewTransition
    document.startViewTransition = (options) => {
      const transition = original.call(document, options)
      void Promise.allSettled([transition.ready, transition.finished])
      return transition
    }
    try {
      return start(update)
    } finally {
      document.startViewTransition = original
    }
  }
}
