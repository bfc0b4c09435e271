import { useLocale } from 'use-intl'
import { localeParam } from '#app/navigation/locale/locale.ts'
import styles from '#app/lab/lab.module.css'

/** Addresses as they are typed, not as a route would build them: plain links, each a document request. */
export function SampleUrls({ heading, addresses }: { heading: string; addresses: string[] }) {
  const prefix = localeParam(useLocale())
  return (
    <section>
      <h2>{heading}</h2>
      <ul className={styles.addresses} dir="ltr">
        {addresses.map((address) => (
          <li key={address}>
            <a href={prefix ? `/${prefix}${address}` : address}>{address}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
