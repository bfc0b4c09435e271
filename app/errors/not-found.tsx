import { useShellMessages } from '#app/errors/error-page.ts'
import { Link } from '#app/navigation/link.tsx'
import button from '#app/ui/button.module.css'
import styles from './error-page.module.css'

/** The default not-found page, inside the layout of the requested page. Its title comes from `pageMeta`. */
export function NotFound() {
  const messages = useShellMessages()?.notFound
  return (
    <div className={styles.page}>
      <h1>404</h1>
      <p lang="en" dir="ltr">
        This page could not be found.
      </p>
      <p>{messages?.explain}</p>
      <p>
        <Link className={button.button} to="/{-$locale}">
          {messages?.home ?? 'Go to the home page'}
        </Link>
      </p>
    </div>
  )
}
