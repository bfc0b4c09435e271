import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { POLL_MS } from '#app/report-desk/desk-limits.ts'
import { cacheQuery } from '#app/report-desk/desk-queries.ts'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import styles from './tables.module.css'

function Table({ title, head, children }: { title: string; head: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The state of the page cache: what it holds, how often it was hit, and what invalidated it. */
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
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.none}>{t('explain')}</p>
      <dl className={styles.figures}>
        <div>
          <dt>{t('entries')}</dt>
          <dd data-figure="entries">{format.number(pages.entries)}</dd>
        </div>
        <div>
          <dt>{t('hitRate')}</dt>
          <dd data-figure="hit-rate">{hitRate(pages)}</dd>
        </div>
        <div>
          <dt>{t('size')}</dt>
          <dd data-figure="bytes">{megabytes(pages.bytes)}</dd>
        </div>
        <div>
          <dt>{t('renders')}</dt>
          <dd data-figure="renders">{format.number(pages.renders)}</dd>
        </div>
        <div>
          <dt>{t('stored')}</dt>
          <dd data-figure="stored">
            {t('storedOf', {
              count: stored.entries,
              formatted: format.number(stored.entries),
              size: megabytes(stored.bytes),
            })}
          </dd>
        </div>
      </dl>

      <section>
        <h2>{t('invalidations')}</h2>
        {invalidations.length === 0 ? (
          <p className={styles.none}>{t('noInvalidations')}</p>
        ) : (
          <Table title={t('invalidations')} head={[t('what'), t('by'), t('when')]}>
            {invalidations.map(({ tag, at, by }) => (
              <tr key={tag} data-invalidated={tag}>
                <th scope="row">
                  <bdi dir="ltr">{tag}</bdi>
                </th>
                <td>
                  <bdi dir="ltr">{by}</bdi>
                </td>
                <td>
                  <RelativeTime at={at} now={now} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>

      <section>
        <h2>{t('counts')}</h2>
        <Table
          title={t('counts')}
          head={['kind', 'entries', 'size', 'hitRate', 'hits', 'stale', 'misses', 'renders', 'failures'].map((name) =>
            t(name as 'kind'),
          )}
        >
          {(['pages', 'data'] as const).map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(kind)}</th>
              <td>{format.number(data[kind].entries)}</td>
              <td>{megabytes(data[kind].bytes)}</td>
              <td>{hitRate(data[kind])}</td>
              {(['hits', 'stale', 'misses', 'renders', 'failures'] as const).map((name) => (
                <td key={name}>{format.number(data[kind][name])}</td>
              ))}
            </tr>
          ))}
        </Table>
      </section>

      <section>
        <h2>{t('recent')}</h2>
        {recent.length === 0 ? (
          <p className={styles.none}>{t('noPages')}</p>
        ) : (
          <Table title={t('recent')} head={[t('page'), t('state'), t('rendered'), t('size'), t('tags')]}>
            {recent.map(({ pathname, state, renderedAt, bytes, tags }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- variants of a page have one path
              <tr key={index}>
                <th scope="row">
                  <bdi dir="ltr">{pathname}</bdi>
                </th>
                <td>{t(`states.${state}`)}</td>
                <td>
                  <RelativeTime at={renderedAt} now={now} />
                </td>
                <td>{megabytes(bytes)}</td>
                <td>
                  <bdi dir="ltr">{tags}</bdi>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </div>
  )
}
