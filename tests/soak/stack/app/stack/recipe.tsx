import type { ReactNode } from 'react'

type Props = { go?: () => void; children?: ReactNode }

/** A recipe: a button that uses a package, and the result. */
export function Recipe({ go, children }: Props) {
  return (
    <main>
      <button type="button" id="go" onClick={go}>
        Go
      </button>
      <output id="out">{children}</output>
    </main>
  )
}
