import { useCallback, useState } from 'react'

/** The problems that are ticked. They stay ticked while the list is polled and scrolled. */
export type Selection = {
  picked: ReadonlySet<string>
  toggle: (fingerprint: string) => void
  clear: () => void
}

/** Keeps the ticks of the list that is shown. */
export function useSelection(): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (fingerprint: string) =>
      setPicked((before) => {
        const after = new Set(before)
        if (!after.delete(fingerprint)) after.add(fingerprint)
        return after
      }),
    [],
  )
  const clear = useCallback(() => setPicked(new Set()), [])
  return { picked, toggle, clear }
}
