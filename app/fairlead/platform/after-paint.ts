/**
 * Runs a function after the next paint, so that forced layouts and unimportant work do not delay a frame. In a hidden tab it
 * runs when the tab is shown again.
 */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
