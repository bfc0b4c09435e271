import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import fallback from 'virtual:messages/default/shell'
import { sendFeedback } from '#fairlead/errors/feedback.functions.ts'
import { useShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import button from '#fairlead/styles/button.module.css'
import styles from './error-page.module.css'

type DetailsProps = {
  /** Either `digest` or `report` is set. */
  digest: string | undefined
  report: string | undefined
  href: string
}

/**
 * A button that is disabled until hydration, and if the Clipboard API is not available. One click on the digest still
 * selects it.
 */
function CopyButton({ text }: { text: string }) {
  const usable = useHydrated() && 'clipboard' in navigator
  const texts = useShellMessages()?.error ?? fallback.error
  const [copied, setCopied] = useState(false)
  return (
    <p className={styles.copy}>
      <button
        type="button"
        className={button.button}
        disabled={!usable}
        onClick={() => {
          // The visitor may deny access to the clipboard.
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

type SendState = 'idle' | 'pending' | 'sent' | 'failed'

/** The details of the error page: a button that copies the digest, and the feedback form. Loaded when something fails. */
export default function ErrorDetails({ digest, report, href }: DetailsProps) {
  const texts = useShellMessages()?.error ?? fallback.error
  const [state, setState] = useState<SendState>('idle')
  const send = async (form: HTMLFormElement): Promise<void> => {
    setState('pending')
    const sent = await sendFeedback({ data: new FormData(form) }).catch(() => undefined)
    setState(sent ? 'sent' : 'failed')
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
        <input type="hidden" name="address" value={href} />
        <label htmlFor="feedback">{texts.feedback.label}</label>
        <textarea id="feedback" name="message" rows={3} required maxLength={4000} />
        <p>
          <button className={button.button} disabled={state === 'pending' || state === 'sent'}>
            {texts.feedback.send}
          </button>
        </p>
        <p role="status">
          {state === 'sent' && <span>{texts.feedback.sent}</span>}
          {state === 'failed' && <span>{texts.feedback.failed}</span>}
        </p>
      </form>
    </>
  )
}
