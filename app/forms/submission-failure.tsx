import { useTranslations } from 'use-intl'
import { RETRY, type SubmissionFailure as Failure } from '#app/forms/submission.ts'
import button from '#app/ui/button.module.css'
import styles from './form.module.css'

/** From this many seconds on, the wait is given in minutes. */
const MINUTES_FROM = 120

type Texts = ReturnType<typeof useTranslations<'shell.submission'>>

function explain(t: Texts, failure: Failure): string {
  switch (failure.type) {
    case 'tooMany': {
      const { seconds } = failure
      if (seconds === undefined) return t('tooMany')
      return seconds < MINUTES_FROM
        ? t('tooManySeconds', { seconds })
        : t('tooManyMinutes', { minutes: Math.ceil(seconds / 60) })
    }
    case 'forbidden':
    case 'unavailable':
      return t(failure.type, { status: String(failure.status) })
    case 'failed':
      return t('failed', { digest: failure.digest })
    default:
      return t(failure.type)
  }
}

type SubmissionFailureProps = {
  failure: Failure | undefined
  /** Message for the form as a whole, shown if there is no failure. */
  message?: string | undefined
}

/** Shows why a form could not be sent, with a button that sends it again. Inside the `<form>`. */
export function SubmissionFailure({ failure, message }: SubmissionFailureProps) {
  const t = useTranslations('shell.submission')
  if (!failure && !message) return null
  return (
    <div className={styles.failure} role="alert" data-failure={failure?.type}>
      <p>{failure ? `${explain(t, failure)} ${t('unchanged')}` : message}</p>
      {failure && (
        <button className={button.button} {...{ [RETRY]: true }}>
          {t('retry')}
        </button>
      )}
    </div>
  )
}
