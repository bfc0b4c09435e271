import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useShellMessages } from '#app/errors/messages.ts'
import { Link } from '#app/navigation/link.tsx'
import button from '#app/ui/button.module.css'
import styles from './page.module.css'

/** Next.js's wording, to the letter: people search for it, and tests look for it. */
const sentence = (side: string, where: string) =>
  `Application error: a ${side}-side exception has occurred (see the ${where} for more information).`

function digestOf(error: unknown): string | undefined {
  const digest = (error as { digest?: unknown } | undefined)?.digest
  return typeof digest === 'string' ? digest : undefined
}

/**
 * Shown in place of the part of a page that failed. Its first sentence is always the same, in English, so that it can
 * be searched for; what follows is in the visitor's language where the messages could be loaded.
 */
export function ApplicationError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const messages = useShellMessages()?.error
  const digest = digestOf(error)
  return (
    <div className={styles.page}>
      <h1 lang="en" dir="ltr">
        {digest ? sentence('server', 'server logs') : sentence('client', 'browser console')}
      </h1>
      {digest && (
        <p lang="en" dir="ltr" data-testid="digest">
          Digest: {digest}
        </p>
      )}
      {messages && <p>{digest ? messages.server : messages.explain}</p>}
      <p>
        <button className={`${button.button} ${button.primary}`} onClick={() => void router.invalidate().then(reset)}>
          {messages?.retry ?? 'Try again'}
        </button>
        <Link className={button.button} to="/{-$locale}">
          {messages?.home ?? 'Go to the home page'}
        </Link>
      </p>
    </div>
  )
}
