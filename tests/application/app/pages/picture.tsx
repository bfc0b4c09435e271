import styles from '#app/pages/picture.module.css'

/** A box in place of a picture. */
export function Picture({ id }: { id: string }) {
  return <span className={styles.picture} data-picture={id} aria-hidden="true" />
}
