import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#app/navigation/link.tsx'
import { Chart, type PrefetchState } from '#app/navigation/prefetch/chart.tsx'

/** The handbook's first pages, by what follows `/handbook/`. */
const PAGES = { what: '', run: 'run', yours: 'make-it-yours', segments: 'segments', built: 'how-it-is-built' } as const

const TEXTS = ['fresh', 'reusable', 'stale', 'expired', 'axis', 'none'] as const
const MEANINGS = ['freshMeans', 'reusableMeans', 'staleMeans', 'expiredMeans'] as const

function stateOf(ageMs: number): PrefetchState {
  if (ageMs < 30_000) return 'fresh'
  return ageMs < 300_000 ? 'stale' : 'expired'
}

/** The handbook's links as rows of the chart, fed by the cache they prefetch into. */
export function Soundings() {
  const t = useTranslations('home')
  const locale = useLocale()
  const cache = useQueryClient().getQueryCache()
  const [now, tick] = useReducer(() => Date.now(), 0)

  const findAll = () => cache.findAll({ queryKey: ['handbook', locale] })
  const snapshot = useSyncExternalStore(
    // The cache tells of its changes while a component may be rendering; the manager waits for that to end.
    (notify) => cache.subscribe(notifyManager.batchCalls(notify)),
    () =>
      findAll()
        .map(({ queryHash, state }) => queryHash + state.dataUpdatedAt + state.isInvalidated)
        .join(),
    () => '',
  )
  useEffect(() => {
    if (!snapshot) return
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [snapshot])

  const entries = Object.entries(PAGES).map(([key, slug]) => {
    const label = (
      <Link to="/{-$locale}/handbook/$" params={{ _splat: slug }}>
        {t(`pages.${key as keyof typeof PAGES}`)}
      </Link>
    )
    const query = snapshot && findAll().find(({ queryKey, state }) => queryKey[2] === slug && state.dataUpdatedAt > 0)
    if (!query) return { key, label, ageMs: 0 }
    const ageMs = Math.max(0, now - query.state.dataUpdatedAt)
    return { key, label, ageMs, state: stateOf(ageMs) }
  })

  const texts = Object.fromEntries([...TEXTS, ...MEANINGS].map((key) => [key, t(`chart.${key}`)]))
  return <Chart entries={entries} texts={texts as Parameters<typeof Chart>[0]['texts']} />
}
