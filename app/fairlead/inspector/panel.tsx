import { useEffect, useReducer, useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { loadMessages, type Messages } from '#fairlead/messages/messages.ts'
import { WithMessages } from '#fairlead/messages/provider.tsx'
import { getNavigation, loadEngine } from '#fairlead/navigation/engine.ts'
import { usePublicTarget } from '#fairlead/navigation/locale/use-public-url.ts'
import styles from './panel.module.css'
import { PrefetchAgeChart } from '#fairlead/inspector/prefetch-age-chart.tsx'
import { describeWaits } from '#fairlead/navigation/prefetch/describe-waits.ts'
import type { PrefetchCache } from '#fairlead/navigation/prefetch/prefetch-cache.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import type { PrefetchQueue } from '#fairlead/navigation/prefetch/prefetch-queue.ts'
import type { NavigationRecord } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

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
  const engine = getNavigation()
  if (!engine) return null
  return (
    <div>
      <EntriesChart entries={engine.entries.list(now).toReversed()} now={now} />
      <Queue {...engine.queue.contents()} />
      <ServerTimings />
      <NavigationTable records={engine.navigations.list()} />
    </div>
  )
}

/** Returns the entries of the document's `Server-Timing`, except the trace, which has no duration. */
function readTimings(): PerformanceServerTiming[] {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return document?.serverTiming.filter(({ duration }) => duration > 0) ?? []
}

/** Shows how long the document waited for each step on the server, in dev: production has no timings. */
function ServerTimings() {
  const t = useTranslations('inspector')
  const format = useFormatter()
  // The timings are read once: the document has loaded, and the panel renders every second.
  const [timings] = useState(readTimings)
  if (timings.length === 0) return null
  return (
    <section>
      <h2>{t('serverTiming')}</h2>
      <ul className={styles.timings} role="list">
        {[...timings.entries()].map(([place, { name, description, duration }]) => (
          // A page may wait several times for steps with the same name.
          <li key={place}>
            <bdi dir="ltr">{`${name} ${description}`}</bdi>{' '}
            {format.number(duration, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 1 })}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SHOWN = 40

/** Shows the entries on an axis of their age, the most recently used first. */
function EntriesChart({ entries, now }: { entries: ReturnType<PrefetchCache['list']>; now: number }) {
  const t = useTranslations('inspector')
  const nameOf = usePublicTarget()
  return (
    <section>
      <h2>{t('entries', { count: entries.length })}</h2>
      <PrefetchAgeChart
        textOf={t}
        entries={entries.slice(0, SHOWN).map(({ target, status, dataUpdatedAt, source, hits }) => ({
          key: target,
          target: nameOf(target),
          label: (
            <span>
              <bdi dir="ltr">{nameOf(target)}</bdi>
              <small>{t('made', { by: t(`by.${source}`), hits })}</small>
            </span>
          ),
          ageMs: dataUpdatedAt === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now - dataUpdatedAt),
          state: status,
        }))}
      />
      {entries.length > SHOWN && <p>{t('more', { count: entries.length - SHOWN })}</p>}
    </section>
  )
}

function Queue({ running, waiting, waitingRequests, paused }: ReturnType<PrefetchQueue['contents']>) {
  const t = useTranslations('inspector')
  const nameOf = usePublicTarget()
  // Redirects may start more prefetches than there are permits; all of them are shown.
  const places = Array.from({ length: Math.max(PREFETCH.concurrency, running.length) }, (_, place) => place)
  return (
    <section>
      <h2>{t('running')}</h2>
      <ol className={styles.running} role="list">
        {places.map((place) => (
          <li key={place} data-busy={place in running}>
            {running[place] ? <bdi dir="ltr">{nameOf(running[place].target)}</bdi> : <span>{t('free')}</span>}
            {running[place] && <small>{running[place].requesting ? t('requesting') : t('code')}</small>}
          </li>
        ))}
      </ol>
      <h2>{t('queue', { count: waiting.length })}</h2>
      {paused && <p>{t('paused')}</p>}
      {waitingRequests > 0 && <p>{t('waitingRequests', { count: waitingRequests })}</p>}
      <ol className={styles.queue} role="list">
        {waiting.map(({ target, trigger }) => (
          <li key={target}>
            <bdi dir="ltr">{nameOf(target)}</bdi> <small>{t(`by.${trigger}`)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}

const COLUMNS = ['target', 'found', 'reused', 'refreshed', 'fetched', 'took', 'waited'] as const

/** Names are written from left to right in each language. */
const isolate = (name: string): string => `\u2066${name}\u2069`

const MILLISECONDS = { style: 'unit', unit: 'millisecond' } as const

function NavigationTable({ records }: { records: readonly NavigationRecord[] }) {
  const t = useTranslations('inspector')
  const nameOf = usePublicTarget()
  const format = useFormatter()
  return (
    <section>
      <h2>{t('navigations')}</h2>
      {records.length === 0 ? (
        <p>{t('noNavigations')}</p>
      ) : (
        <div className={styles.wide} role="region" aria-label={t('navigations')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map(({ target, found, queries, tookMs, startedAt, waits, isInstant }) => (
                <tr key={`${startedAt} ${target}`}>
                  <th scope="row">
                    <bdi dir="ltr">{nameOf(target)}</bdi>
                  </th>
                  <td>{found === 'absent' || found === 'joined' ? t(`finds.${found}`) : t(found)}</td>
                  <td>{format.number(queries.cached)}</td>
                  <td>{format.number(queries.refresh)}</td>
                  <td>{format.number(queries.fetch)}</td>
                  <td>{format.number(Math.round(tookMs), MILLISECONDS)}</td>
                  <td>
                    {isInstant && waits.length > 0 && <strong>{t('brokenPromise')} </strong>}
                    {describeWaits(waits, (what) => t(`waits.${what}`), isolate)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Ages are shown in seconds. */
const TICK_MS = 1_000
/** A burst of changes renders once. */
const BURST_MS = 50

const readClock = () => ({ now: Date.now() })

/** Returns the time, in epoch milliseconds, and re-renders after every change of the engine and every second. */
function useLiveClock(): number {
  // A new object each time, so that two updates in one millisecond both re-render.
  const [{ now }, tick] = useReducer(readClock, undefined, readClock)
  const router = useRouter()
  const queryCache = useQueryClient().getQueryCache()
  useEffect(() => {
    let burst: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      burst ??= setTimeout(() => {
        burst = undefined
        tick()
      }, BURST_MS)
    }
    const interval = setInterval(tick, TICK_MS)
    let watching = true
    const subscriptions = [queryCache.subscribe(soon), router.subscribe('onResolved', soon)]
    void loadEngine().then((engine) => {
      if (!watching || !engine) return
      subscriptions.push(engine.queue.subscribe(soon))
      tick()
    })
    return () => {
      watching = false
      clearInterval(interval)
      clearTimeout(burst)
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [router, queryCache])
  return now
}
