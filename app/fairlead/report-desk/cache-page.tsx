import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { cacheQuery, POLL_MS } from '#fairlead/report-desk/desk-queries.ts'
import { RelativeTime, Figures, headings, TableSection } from '#fairlead/report-desk/tables.tsx'
import styles from './tables.module.css'

/** The page of the desk that lists the cache, for `deskCache`. */
export function CachePage() {
  const t = useTranslations('reports.cache')
  const format = useFormatter()
  const { data } = useSuspenseQuery({ ...cacheQuery, refetchInterval: POLL_MS })
  const { now, pages, stored, recent, invalidations } = data
  const megabytes = (bytes: number) =>
    t('megabytes', { size: format.number(bytes / 1e6, { maximumFractionDigits: 2 }) })
  const hitRate = ({ hits, stale, misses }: typeof pages) => {
    const all = hits + stale + misses
    return all === 0 ? '—' : format.number((hits + stale) / all, { style: 'percent', maximumFractionDigits: 1 })
  }
  const { entries: count } = stored
  const storedOf = t('storedOf', { count, formatted: format.number(count), size: megabytes(stored.bytes) })
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.none}>{t('explain')}</p>
      <Figures
        figures={[
          { caption: t('entries'), name: 'entries', value: format.number(pages.entries) },
          { caption: t('hitRate'), name: 'hit-rate', value: hitRate(pages) },
          { caption: t('size'), name: 'bytes', value: megabytes(pages.bytes) },
          { caption: t('renders'), name: 'renders', value: format.number(pages.renders) },
          { caption: t('stored'), name: 'stored', value: storedOf },
        ]}
      />

      <TableSection
        title={t('invalidations')}
        empty={t('noInvalidations')}
        label={t('invalidations')}
        columns={headings(t, 'what', 'by', 'when')}
        rows={invalidations.map(({ tag, at, by }) => ({
          id: tag,
          what: <bdi dir="ltr">{tag}</bdi>,
          by: <bdi dir="ltr">{by}</bdi>,
          when: <RelativeTime at={at} now={now} />,
        }))}
      />

      <TableSection
        title={t('counts')}
        label={t('counts')}
        columns={headings(t, 'kind', 'entries', 'size', 'hitRate', 'hits', 'stale', 'misses', 'renders', 'failures')}
        rows={(['pages', 'data'] as const).map((kind) => ({
          id: kind,
          kind: t(kind),
          entries: format.number(data[kind].entries),
          size: megabytes(data[kind].bytes),
          hitRate: hitRate(data[kind]),
          hits: format.number(data[kind].hits),
          stale: format.number(data[kind].stale),
          misses: format.number(data[kind].misses),
          renders: format.number(data[kind].renders),
          failures: format.number(data[kind].failures),
        }))}
      />

      <TableSection
        title={t('recent')}
        empty={t('noPages')}
        label={t('recent')}
        columns={headings(t, 'page', 'state', 'rendered', 'size', 'tags')}
        // Variants of a page have the same path.
        rows={recent.map(({ pathname, state, renderedAt, bytes, tags }, index) => ({
          id: index,
          page: <bdi dir="ltr">{pathname}</bdi>,
          state: t(`states.${state}`),
          rendered: <RelativeTime at={renderedAt} now={now} />,
          size: megabytes(bytes),
          tags: <bdi dir="ltr">{tags}</bdi>,
        }))}
      />
    </div>
  )
}
