import { useId } from 'react'
import styles from './lab.module.css'

/** The stamp of what the page shows: a new one means that the server was asked again. */
export function Stamp({ label, stamp }: { label: string; stamp: string | undefined }) {
  const id = useId()
  return (
    <dl className={styles.facts}>
      <dt id={id}>{label}</dt>
      <dd>
        <output data-testid="stamp" aria-labelledby={id} dir="ltr">
          {stamp}
        </output>
      </dd>
    </dl>
  )
}
