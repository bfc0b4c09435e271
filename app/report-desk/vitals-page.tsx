import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { Meter } from '#app/report-desk/meter.tsx'
import { vitalsQuery } from '#app/report-desk/desk-queries.ts'
import { shortRoute } from '#app/report-desk/format-label.ts'
import { THRESHOLDS, WEB_VITALS } from '#app/report-desk/vitals-rows.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './tables.module.css'

const route = getRouteApi('/{-$locale}/reports/vitals')

const EXACT = { exact: true, includeSearch: true }
const PERIODS = [1, 7, 30] as const

/** The web vitals of pages by route, and navigation times by prefetch state, as numbers and bars. */
export function VitalsPage() {
  const t = useTranslations('reports.vitals')
  const format = useFormatter()
  const { days = 7 } = route.useSearch()
  const { data } = useSuspenseQuery(vitalsQuery(days))
  const { routes: vitals, navigations, more } = data
  const slowest = Math.max(1, ...navigations.map(({ p75 }) => p75))
  const formatVital = (metric: (typeof WEB_VITALS)[number], value: number) =>
    metric === 'cls' ? format.number(value, { maximumFractionDigits: 3 }) : ms(value)
  const ms = (value: number) => t('ms', { ms: format.number(Math.round(value)) })

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <p className={styles.none}>{t('explain')}</p>
      <nav className={styles.periods} aria-label={t('period')}>
        {PERIODS.map((period) => (
          <Link
            key={period}
            to="/{-$locale}/reports/vitals"
            search={period === 7 ? {} : { days: period }}
            activeOptions={EXACT}
          >
            {t('days', { count: period })}
          </Link>
        ))}
      </nav>

      <section>
        <h2>{t('navigations')}</h2>
        {navigations.length === 0 ? (
          <p className={styles.none}>{t('noNavigations')}</p>
        ) : (
          <div className={styles.scroll} role="region" aria-label={t('navigations')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('prefetchState')}</th>
                  <th scope="col">{t('p75')}</th>
                  <th scope="col">{t('chart')}</th>
                  <th scope="col">{t('measured')}</th>
                </tr>
              </thead>
              <tbody>
                {navigations.map((row) => (
                  <tr key={row.state}>
                    <th scope="row">
                      <span className={styles.stateMark} data-state={row.state} aria-hidden="true">
                        {t(`states.${row.state}`).slice(0, 1)}
                      </span>
                      {t(`states.${row.state}`)}
                    </th>
                    <td>{ms(row.p75)}</td>
                    <td>
                      <Meter share={row.p75 / slowest} label={ms(row.p75)} />
                    </td>
                    <td>{format.number(row.count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>

      <section>
        <h2>{t('routes')}</h2>
        {vitals.length === 0 ? (
          <p className={styles.none}>{t('noVitals')}</p>
        ) : (
          <div className={styles.scroll} role="region" aria-label={t('routes')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('route')}</th>
                  {WEB_VITALS.map((metric) => (
                    <th key={metric} scope="col">
                      <abbr title={t(`metrics.${metric}`)}>{metric.toUpperCase()}</abbr>
                    </th>
                  ))}
                  <th scope="col">{t('measured')}</th>
                </tr>
              </thead>
              <tbody>
                {vitals.map(({ route: name, values, count }) => (
                  <tr key={name}>
                    <th scope="row">
                      <bdi dir="ltr">{shortRoute(name)}</bdi>
                    </th>
                    {WEB_VITALS.map((metric) => {
                      const value = values[metric]
                      return (
                        <td key={metric}>
                          {value === undefined ? (
                            '—'
                          ) : (
                            <>
                              {formatVital(metric, value)}
                              <Meter
                                share={value / THRESHOLDS[metric].poor}
                                mark={THRESHOLDS[metric].good / THRESHOLDS[metric].poor}
                                over={value > THRESHOLDS[metric].good}
                                label={value > THRESHOLDS[metric].good ? t('poor') : t('good')}
                              />
                            </>
                          )}
                        </td>
                      )
                    })}
                    <td>{format.number(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {more && <p className={styles.none}>{t('moreRoutes')}</p>}
        <p className={styles.none}>{t('thresholds')}</p>
      </section>
    </div>
  )
}
