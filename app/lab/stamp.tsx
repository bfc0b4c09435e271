import { useId } from 'react'
import styles from './lab.module.css'

type StampProps = { label: string; stamp: string | undefined; of?: 'page' }

/** The stamp of the page, or of its data: a new one means that the server was asked again. */
export function Stamp({ label, stamp, of }: StampProps) {
  const id = useId()
  return (
    <dl className={styles.facts}>
      <dt id={id}>{label}</dt>
      <dd>
        <output data-testid={of ? `${of}-stamp` : 'stamp'} aria-labelledby={id} dir="ltr">
          {stamp}
        </output>
      </dd>
    </dl>
  )
}
