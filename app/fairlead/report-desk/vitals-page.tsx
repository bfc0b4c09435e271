import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { TYPES_OF, VISITS, type Visits, WAITS, WEB_VITALS } from '#fairlead/error-reports/envelope/visits.ts'
import { vitalsQuery, type VitalsSearch } from '#fairlead/report-desk/desk-queries.ts'
import { DataTable, Section, shortRoute, TableSection } from '#fairlead/report-desk/tables.tsx'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import styles from './tables.module.css'

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
  const search: VitalsSearch = useSearch({ strict: false })
  const { data } = useSuspenseQuery(vitalsQuery(search))
  const { types, soft, routes, more } = data
  const slowest = Math.max(1, ...soft.map(({ values }) => values.navigation ?? 0))
  const isMeasured = (visits: Visits) => types.some(({ type }) => TYPES_OF[visits].some((one) => one === type))
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
  const waitedCell = (waited: string) => {
    if (waited === 'unknown') return t('types.unknown')
    const names = WAITS.filter((wait) => waited.includes(wait)).map((wait) => t(`waits.${wait}`))
    return names.length > 0 ? format.list(names, { type: 'unit' }) : '—'
  }
  const cells = (values: Partial<Record<WebVital, number>>, count: number) => ({
    ...byMetric((metric) => vitalCell(metric, values[metric])),
    measured: format.number(count),
  })

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.none}>{t('explain')}</p>
      <Tabs
        label={t('period')}
        tabs={PERIODS.map((days) => [t('days', { count: days }), { ...search, days: days === 7 ? undefined : days }])}
      />

      <TableSection
        title={t('kinds')}
        empty={t('noVitals')}
        label={t('kinds')}
        columns={{ kind: t('kind'), ...byMetric(metricHeading), measured: t('measured') }}
        rows={types.map(({ type, values, count }) => ({
          id: type,
          kind: t(`types.${type}`),
          ...cells(values, count),
        }))}
      />

      <TableSection
        title={t('navigations')}
        empty={t('noNavigations')}
        label={t('navigations')}
        columns={{
          state: t('prefetchState'),
          waited: t('waited'),
          p75: t('duration'),
          lcp: metricHeading('lcp'),
          inp: metricHeading('inp'),
          cls: metricHeading('cls'),
          measured: t('measured'),
        }}
        rows={soft.map(({ found, waited, values, count }) => ({
          id: `${found} ${waited}`,
          state: found ? (
            <>
              <span className={styles.stateMark} data-state={found} aria-hidden="true">
                {t(`states.${found}`).slice(0, 1)}
              </span>
              {t(`states.${found}`)}
            </>
          ) : (
            '—'
          ),
          waited: waitedCell(waited),
          p75: values.navigation !== undefined && (
            <>
              {ms(values.navigation)}
              <Meter share={values.navigation / slowest} label={ms(values.navigation)} />
            </>
          ),
          ...cells(values, count),
        }))}
      />

      <Section title={t('routes')} empty={t('noVitals')}>
        <Tabs
          label={t('kind')}
          tabs={VISITS.filter((visits) => visits === 'load' || isMeasured(visits)).map((visits) => [
            t(visits === 'load' ? 'load' : `types.${TYPES_OF[visits][0]}`),
            { ...search, visits: visits === 'load' ? undefined : visits },
          ])}
        />
        {routes.length === 0 ? (
          <p className={styles.none}>{t('noVitals')}</p>
        ) : (
          <DataTable
            label={t('routes')}
            columns={{ route: t('route'), ...byMetric(metricHeading), measured: t('measured') }}
            rows={routes.map(({ route: name, values, count }) => ({
              id: name,
              route: <bdi dir="ltr">{shortRoute(name)}</bdi>,
              ...cells(values, count),
            }))}
          />
        )}
        {more && <p className={styles.none}>{t('moreRoutes')}</p>}
        <p className={styles.none}>{t('thresholds')}</p>
      </Section>
    </div>
  )
}

/** Links to this page with another search. */
function Tabs({ label, tabs }: { label: string; tabs: readonly [text: string, search: VitalsSearch][] }) {
  const pageRoute = usePageRoute()
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(([text, search]) => (
        <Link key={text} to={pageRoute('/reports/vitals')} search={search} activeOptions={EXACT}>
          {text}
        </Link>
      ))}
    </nav>
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
