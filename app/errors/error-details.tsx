import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { sendFeedback } from '#app/errors/feedback.functions.ts'
import { useShellMessages } from '#app/errors/use-shell-messages.ts'
import en from '#app/locales/en/shell.json'
import button from '#app/ui/button.module.css'
import styles from './error-page.module.css'

type DetailsProps = {
  /** Of the two one is there. */
  digest: string | undefined
  report: string | undefined
  /** Path and query of the page. */
  address: string
}

/** Dead until the page is alive, and for good where no clipboard may be used: one click selects the digest either way. */
function CopyButton({ text }: { text: string }) {
  const usable = useHydrated() && 'clipboard' in navigator
  const texts = useShellMessages()?.error ?? en.error
  const [copied, setCopied] = useState(false)
  return (
    <p className={styles.copy}>
      <button
        type="button"
        className={button.button}
        disabled={!usable}
        onClick={() => {
          // The visitor may forbid it.
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => {},
          )
        }}
      >
        {copied ? texts.copied : texts.copy}
      </button>
    </p>
  )
}

type Sending = 'no' | 'now' | 'sent' | 'failed'

/** What an application-error page has beside its words: the digest to take along, and a place to say what happened. */
export default function ErrorDetails({ digest, report, address }: DetailsProps) {
  const texts = useShellMessages()?.error ?? en.error
  const [sending, setSending] = useState<Sending>('no')
  const send = async (form: HTMLFormElement): Promise<void> => {
    setSending('now')
    const sent = await sendFeedback({ data: new FormData(form) }).catch(() => undefined)
    setSending(sent ? 'sent' : 'failed')
  }
  return (
    <>
      <CopyButton text={digest ?? report ?? ''} />
      <form
        className={styles.feedback}
        method="post"
        action={sendFeedback.url}
        encType="multipart/form-data"
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <h2>{texts.feedback.ask}</h2>
        {digest && <input type="hidden" name="digest" value={digest} />}
        {report && <input type="hidden" name="report" value={report} />}
        <input type="hidden" name="address" value={address} />
        <label htmlFor="feedback">{texts.feedback.label}</label>
        <textarea id="feedback" name="message" rows={3} required maxLength={4000} />
        <p>
          <button className={button.button} disabled={sending === 'now' || sending === 'sent'}>
            {texts.feedback.send}
          </button>
        </p>
        <p role="status">
          {sending === 'sent' && texts.feedback.sent}
          {sending === 'failed' && texts.feedback.failed}
        </p>
      </form>
    </>
  )
}
