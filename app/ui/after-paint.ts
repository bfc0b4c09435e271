/**
 * Does something once the browser has painted what is there now: what would have it compute styles and layout at once,
 * or what nobody waits for, does not keep a new page from its frame. In a tab that is not shown, when it is shown again.
 */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}
