import { memo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Age } from '#app/monitoring/reports/age.tsx'
import { Sparkline } from '#app/monitoring/reports/sparkline.tsx'
import { type Problem, TABS_MOST } from '#app/monitoring/reports/problem.ts'
import { shortRelease, shortRoute } from '#app/monitoring/reports/short.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './list.module.css'

type Props = { problem: Problem; now: number; picked: boolean; toggle: (fingerprint: string) => void }

/** One problem as a line of the list. It leads to its latest report, which opens over the list. */
export const ProblemLine = memo(function ProblemLine({ problem, now, picked, toggle }: Props) {
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const { fingerprint, kind, message, side, route, state, count, tabs, release, report } = problem
  const title = (
    <>
      <b dir="ltr">{kind}</b> <bdi>{message === '' ? t('noMessage') : message}</bdi>
    </>
  )
  return (
    <li className={styles.line} data-problem={fingerprint} data-state={state}>
      <input
        type="checkbox"
        checked={picked}
        onChange={() => toggle(fingerprint)}
        aria-label={t('pick', { kind, message: message.slice(0, 80) })}
      />
      <div className={styles.what}>
        {report === null ? (
          <span className={styles.title} data-line="" tabIndex={0}>
            {title}
          </span>
        ) : (
          <Link className={styles.title} to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: report })}>
            {title}
          </Link>
        )}
        <span className={styles.where}>
          {problem.fresh && <em>{t('fresh')}</em>}
          {state !== 'open' && <em>{t(`states.${state}`)}</em>}
          <span>{t(side)}</span>
          {route !== null && <bdi dir="ltr">{shortRoute(route)}</bdi>}
          {release !== null && <bdi dir="ltr">{shortRelease(release)}</bdi>}
        </span>
      </div>
      <Sparkline days={problem.days} label={t('chart', { days: problem.days.length })} />
      <span className={styles.number} title={t('reports', { count })}>
        {format.number(count, { notation: 'compact' })}
        <span className="visually-hidden">{t('reportsUnit', { count })}</span>
      </span>
      <span className={styles.number} title={t('tabs', { count: tabs })}>
        {tabs >= TABS_MOST ? `${format.number(TABS_MOST)}+` : format.number(tabs)}
        <span className="visually-hidden">{t('tabsUnit', { count: tabs })}</span>
      </span>
      <Age at={problem.lastAt} now={now} title={t('firstSeen')} since={problem.firstAt} />
    </li>
  )
})
