/**
 * Keeps forced layouts and unimportant work from delaying a frame. In a hidden tab `run` waits until the tab is shown
 * again.
 */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
