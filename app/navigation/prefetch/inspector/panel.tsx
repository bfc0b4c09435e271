import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { loadMessages, type Messages } from '#app/locales/messages.ts'
import { WithMessages } from '#app/locales/provider.tsx'
import { getNavigation } from '#app/navigation/client.ts'
import { usePublicTarget } from '#app/navigation/locale/use-public-url.ts'
import { EntriesChart } from '#app/navigation/prefetch/inspector/entries-chart.tsx'
import { NavigationTable } from '#app/navigation/prefetch/inspector/navigation-table.tsx'
import { SlotsAndQueue } from '#app/navigation/prefetch/inspector/slots-and-queue.tsx'
import { useLiveClock } from '#app/navigation/prefetch/inspector/use-live-clock.ts'
import styles from './panel.module.css'

/** Renders the inspector in the language of the page, once its messages are loaded. */
export function Panel() {
  const locale = useLocale()
  const [messages, setMessages] = useState<Messages<'inspector'>>()
  useEffect(() => {
    let current = true
    loadMessages('inspector', locale).then(
      (loaded) => current && setMessages(loaded),
      // The page works without its inspector.
      () => {},
    )
    return () => {
      current = false
    }
  }, [locale])
  return (
    messages && (
      <WithMessages messages={messages}>
        <Disclosure />
      </WithMessages>
    )
  )
}

function Disclosure() {
  const t = useTranslations('inspector')
  const [open, setOpen] = useState(true)
  return (
    <details
      className={styles.inspector}
      data-testid="inspector"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('title')}</summary>
      {open && <Contents />}
    </details>
  )
}

function Contents() {
  const now = useLiveClock()
  const nameOf = usePublicTarget()
  const navigation = getNavigation()
  if (!navigation) return null
  return (
    <div>
      <EntriesChart entries={navigation.entries} now={now} nameOf={nameOf} />
      <SlotsAndQueue queue={navigation.queue} nameOf={nameOf} />
      <NavigationTable records={navigation.navigations.list()} nameOf={nameOf} />
    </div>
  )
}
