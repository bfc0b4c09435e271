import { type AnyRouter, type HistoryLocation, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import { getEntryState } from '#fairlead/navigation/interception/entry-state.ts'
import { useOverlay } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import button from '#fairlead/styles/button.module.css'
import styles from './unsaved-changes.module.css'

type Question = {
  readonly id: number
  /** True for a step back or forward: the browser is at its target before the visitor is asked. */
  readonly isStep: boolean
  readonly stay: () => void
  readonly leave: () => void
}

let lastId = 0

/** True for a URL that opens a document. `mailto:` and `tel:` open another application. */
const isDocument = (url: string) => /^(?:https?|blob|data|about):/.test(url)

/** Escape stays on the page. */
function LeaveDialog({ stay, leave }: Question) {
  const texts = useShellMessages()?.unsaved
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby="unsaved-changes" onClose={stay}>
      <h2 id="unsaved-changes">{texts?.title ?? 'Leave without saving?'}</h2>
      <p>{texts?.explain ?? 'What you entered is not saved.'}</p>
      <div className={styles.buttons}>
        {/* The browser gives the focus back when the dialog is closed, and then calls `stay`. */}
        <button type="button" className={`${button.button} ${button.primary}`} onClick={() => ref.current?.close()}>
          {texts?.stay ?? 'Stay'}
        </button>
        <button type="button" className={button.button} onClick={leave}>
          {texts?.leave ?? 'Leave'}
        </button>
      </div>
    </dialog>
  )
}

/**
 * Asks before a visitor leaves this page, or closes the dialog that it is in. A new document, a reload and a closed tab
 * get the browser's own question. There is none where the page stays: for its search params, its hash, its language,
 * and what opens over it.
 */
export function UnsavedChanges({ when }: { readonly when: boolean }) {
  const router: AnyRouter = useRouter()
  const isOverlay = useOverlay() !== undefined
  const [question, setQuestion] = useState<Question>()
  const asked = useRef<Question>(undefined)

  useEffect(() => {
    if (!when) return undefined
    const { history } = router as { history: RouterHistory }
    const placeOf = (entry: HistoryLocation): string => {
      const shown = isOverlay ? entry : (getEntryState(entry)?.page ?? entry)
      return splitLocale(languages, router.parseLocation(shown).pathname).path
    }
    const here = placeOf(history.location)
    // While a navigation is pending the history is at its target, and the visitor has been asked.
    const isHere = () => placeOf(history.location) === here
    const close = () => {
      asked.current = undefined
      setQuestion(undefined)
    }
    const ask = (isStep: boolean) =>
      new Promise<boolean>((resolve) => {
        // A second navigation takes the place of the first.
        asked.current?.stay()
        const answer = (isBlocked: boolean) => () => {
          // The event of a dialog that closes may come when the next question is asked.
          if (asked.current !== asking) return
          close()
          resolve(isBlocked)
        }
        const asking = { id: ++lastId, isStep, stay: answer(true), leave: answer(false) }
        asked.current = asking
        setQuestion(asking)
      })
    // Chromium fires `beforeunload` for another application as well, though the page stays.
    let stays = false
    const onNavigate = ({ destination }: NavigateEvent) => {
      stays = !isDocument(destination.url)
      setTimeout(() => (stays = false))
    }
    const { navigation } = window as Partial<Window>
    navigation?.addEventListener('navigate', onNavigate)
    const unblock = history.block({
      enableBeforeUnload: () => !stays && isHere(),
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        if (placeOf(currentLocation) !== here) return false
        const isStep = action !== 'PUSH' && action !== 'REPLACE'
        // The history undoes a refused step from where this page is, so the last of several steps stands for all of
        // them. The question about the others gets no answer.
        if (isStep && asked.current?.isStep) close()
        // For a new document the router passes the current location as the next one.
        return nextLocation === currentLocation || placeOf(nextLocation) !== here ? ask(isStep) : false
      },
    })
    return () => {
      unblock()
      navigation?.removeEventListener('navigate', onNavigate)
      asked.current?.leave()
    }
  }, [when, router, isOverlay])

  return question && <LeaveDialog key={question.id} {...question} />
}
