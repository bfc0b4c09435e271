const since = performance.now()

/** One line on standard error for what is being done, with the minutes so far. */
export function say(what: string): void {
  const seconds = Math.round((performance.now() - since) / 1_000)
  process.stderr.write(
    `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${what}\n`,
  )
}
