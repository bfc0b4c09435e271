import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { getNavigation, Link, prefetchKey } from 'fairlead/navigation'
import { PrefetchAgeChart } from 'fairlead/inspector'
import { siteName } from '#app/site.ts'

const PAGES = { what: '', run: 'run', yours: 'make-it-yours', segments: 'segments', built: 'how-it-is-built' } as const

export function PrefetchDemo() {
  const t = useTranslations('home')
  const router = useRouter()
  const cache = useQueryClient().getQueryCache()
  const [now, tick] = useReducer(() => Date.now(), 0)

  const rows = Object.entries(PAGES).map(([key, slug]) => {
    const link = { to: '/{-$locale}/handbook/$', params: { _splat: slug } } as const
    return { key, link, target: prefetchKey(router.buildLocation(link)) }
  })
  const snapshot = useSyncExternalStore(
    // The cache may notify while a component renders; the manager defers that.
    (notify) => cache.subscribe(notifyManager.batchCalls(notify)),
    () => rows.map(({ target }) => getNavigation()?.entries.fetchedAt(target) ?? 0).join(),
    () => '',
  )
  useEffect(() => {
    if (!snapshot) return
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [snapshot])

  const entries = getNavigation()?.entries
  const charted = rows.map(({ key, link, target }) => {
    const label = <Link {...link}>{t(`pages.${key as keyof typeof PAGES}`, { name: siteName })}</Link>
    const fetchedAt = snapshot ? (entries?.fetchedAt(target) ?? 0) : 0
    if (!fetchedAt || !entries) return { key, label, ageMs: 0 }
    const status = entries.status(target, now)
    return { key, label, ageMs: Math.max(0, now - fetchedAt), state: status === 'absent' ? undefined : status }
  })

  return <PrefetchAgeChart entries={charted} textOf={(text) => t(`chart.${text}`)} />
}
