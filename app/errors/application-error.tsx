import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { digestOf } from '#app/errors/digest.ts'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { useShellMessages } from '#app/errors/messages.ts'
import { sentence } from '#app/errors/wording.ts'
import { Link } from '#app/navigation/link.tsx'
import button from '#app/ui/button.module.css'
import styles from './page.module.css'

/** What is said of an error that is meant for people: its own words, and its fields. */
function Expected({ error: { message, status, fields } }: { error: ExpectedError }) {
  return (
    <>
      <h1>{message}</h1>
      <p>{status}</p>
      {Object.values(fields ?? {}).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  )
}

/**
 * Shown in place of the part of a page that failed. Its first sentence is always the same, in English, so that it can
 * be searched for; what follows is in the visitor's language where the messages could be loaded. An error that is meant
 * for people speaks for itself.
 */
export function ApplicationError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const messages = useShellMessages()?.error
  const digest = digestOf(error)
  return (
    <div className={styles.page}>
      {/* React puts it where it belongs. */}
      <meta name="robots" content="noindex" />
      {error instanceof ExpectedError ? (
        <Expected error={error} />
      ) : (
        <>
          <h1 lang="en" dir="ltr">
            {sentence(digest ? 'server' : 'client')}
          </h1>
          {digest && (
            <p lang="en" dir="ltr" data-testid="digest">
              {`Digest: ${digest}`}
            </p>
          )}
          {messages && <p>{digest ? messages.server : messages.explain}</p>}
        </>
      )}
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
