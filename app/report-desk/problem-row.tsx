import { memo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { Sparkline } from '#app/report-desk/sparkline.tsx'
import { COUNTED } from '#app/error-reports/limits.ts'
import type { Problem } from '#app/error-reports/store/problems.server.ts'
import { cappedNumber, shortRelease, shortRoute } from '#app/report-desk/format-label.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './problem-list.module.css'

type Props = { problem: Problem; now: number; isSelected: boolean; toggle: (fingerprint: string) => void }

/** A row of the problem list. It links to the latest report, which opens over the list. */
export const ProblemRow = memo(function ProblemRow({ problem, now, isSelected, toggle }: Props) {
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const { fingerprint, kind, message, side, route, state, count, tabs, release, report } = problem
  const title = (
    <>
      <b dir="ltr">{kind}</b> <bdi>{message === '' ? t('noMessage') : message}</bdi>
    </>
  )
  return (
    <li className={styles.row} data-problem={fingerprint} data-state={state}>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={() => toggle(fingerprint)}
        aria-label={t('select', { kind, message: message.slice(0, 80) })}
      />
      <div className={styles.text}>
        {report === null ? (
          <span className={styles.title} data-title="" tabIndex={0}>
            {title}
          </span>
        ) : (
          <Link className={styles.title} to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: report })}>
            {title}
          </Link>
        )}
        <span className={styles.origin}>
          {problem.isNew && <em>{t('isNew')}</em>}
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
        {cappedNumber(format, tabs, COUNTED.tabs)}
        <span className="visually-hidden">{t('tabsUnit', { count: tabs })}</span>
      </span>
      <RelativeTime at={problem.lastAt} now={now} title={t('firstSeen')} since={problem.firstAt} />
    </li>
  )
})
