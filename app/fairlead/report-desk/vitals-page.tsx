import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { vitalsQuery } from '#fairlead/report-desk/desk-queries.ts'
import { shortRoute, TableSection } from '#fairlead/report-desk/tables.tsx'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import styles from './tables.module.css'

const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const

export type WebVital = (typeof WEB_VITALS)[number]

/** Thresholds of the 75th percentile, from https://web.dev/articles/vitals. In milliseconds, except `cls`. */
const THRESHOLDS: Record<WebVital, { good: number; poor: number }> = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  ttfb: { good: 800, poor: 1_800 },
}

const EXACT = { exact: true, includeSearch: true }
const PERIODS = [1, 7, 30] as const

/** The page of the desk with the web vitals of visitors, for `deskVitals`. */
export function VitalsPage() {
  const t = useTranslations('reports.vitals')
  const format = useFormatter()
  const { days = 7 }: { days?: 1 | 7 | 30 } = useSearch({ strict: false })
  const pageRoute = usePageRoute()
  const { data } = useSuspenseQuery(vitalsQuery(days))
  const { routes: vitals, navigations, more } = data
  const slowest = Math.max(1, ...navigations.map(({ p75 }) => p75))
  const ms = (value: number) => t('ms', { ms: format.number(Math.round(value)) })

  const metricHeading = (metric: WebVital) => <abbr title={t(`metrics.${metric}`)}>{metric.toUpperCase()}</abbr>
  const vitalCell = (metric: WebVital, value: number | undefined) => {
    if (value === undefined) return '—'
    const { good, poor } = THRESHOLDS[metric]
    return (
      <>
        {metric === 'cls' ? format.number(value, { maximumFractionDigits: 3 }) : ms(value)}
        <Meter
          share={value / poor}
          mark={good / poor}
          over={value > good}
          label={value > good ? t('poor') : t('good')}
        />
      </>
    )
  }

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.none}>{t('explain')}</p>
      <nav className={styles.tabs} aria-label={t('period')}>
        {PERIODS.map((period) => (
          <Link
            key={period}
            to={pageRoute('/reports/vitals')}
            search={period === 7 ? {} : { days: period }}
            activeOptions={EXACT}
          >
            {t('days', { count: period })}
          </Link>
        ))}
      </nav>

      <TableSection
        title={t('navigations')}
        empty={t('noNavigations')}
        label={t('navigations')}
        columns={{ state: t('prefetchState'), p75: t('p75'), chart: t('chart'), measured: t('measured') }}
        rows={navigations.map(({ state, p75, count }) => ({
          id: state,
          state: (
            <>
              <span className={styles.stateMark} data-state={state} aria-hidden="true">
                {t(`states.${state}`).slice(0, 1)}
              </span>
              {t(`states.${state}`)}
            </>
          ),
          p75: ms(p75),
          chart: <Meter share={p75 / slowest} label={ms(p75)} />,
          measured: format.number(count),
        }))}
      />

      <TableSection
        title={t('routes')}
        empty={t('noVitals')}
        label={t('routes')}
        columns={{ route: t('route'), ...byMetric(metricHeading), measured: t('measured') }}
        rows={vitals.map(({ route: name, values, count }) => ({
          id: name,
          route: <bdi dir="ltr">{shortRoute(name)}</bdi>,
          ...byMetric((metric) => vitalCell(metric, values[metric])),
          measured: format.number(count),
        }))}
      >
        {more && <p className={styles.none}>{t('moreRoutes')}</p>}
        <p className={styles.none}>{t('thresholds')}</p>
      </TableSection>
    </div>
  )
}

function byMetric(contentOf: (metric: WebVital) => ReactNode): Record<WebVital, ReactNode> {
  const [lcp, inp, cls, ttfb] = WEB_VITALS.map(contentOf)
  return { lcp, inp, cls, ttfb }
}

/** A bar for a fraction from 0 to 1. `mark` is the threshold for good. */
function Meter(props: { share: number; label: string; mark?: number; over?: boolean }) {
  const { share, label, mark, over } = props
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect data-over={over ? '' : undefined} width={Math.min(100, Math.max(1, share * 100))} height="6" />
      {mark !== undefined && <path d={`M${mark * 100} 0V6`} />}
    </svg>
  )
}
