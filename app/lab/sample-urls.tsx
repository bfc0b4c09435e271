import { usePublicUrl } from 'fairlead/navigation'
import styles from '#app/lab/lab.module.css'

/** Links to URLs as they would be typed, not as a route would build them; each is a document request. */
export function SampleUrls({ heading, paths }: { heading: string; paths: string[] }) {
  const publicUrl = usePublicUrl()
  return (
    <section>
      <h2>{heading}</h2>
      <ul className={styles.paths} dir="ltr">
        {paths.map((path) => (
          <li key={path}>
            <a href={publicUrl(path)} suppressHydrationWarning>
              {path}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
