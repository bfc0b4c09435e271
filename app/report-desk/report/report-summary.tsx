import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { shortRoute } from '#app/report-desk/format-label.ts'
import type { ReportView } from '#app/report-desk/report/read-report.server.ts'
import styles from './report-page.module.css'

/** Returns a function that describes the delivery state of a report in one sentence. */
function useDeliveryText(): (delivery: ReportView['delivery']) => string {
  const t = useTranslations('reports.deliveryState')
  const format = useFormatter()
  return (delivery) => {
    if (!delivery) return t('local')
    const { state, attempts, status, reason, next_at: nextAt } = delivery
    const detail = reason ?? (status === null ? '' : String(status))
    if (state === 'done') return t('delivered', { attempts })
    if (state === 'aside') return t('failed', { reason: detail })
    return t('waiting', { attempts, at: format.dateTime(nextAt, { timeStyle: 'medium' }), reason: detail })
  }
}

/** The facts of a report: ids, time, place, request, release and delivery. */
export function ReportSummary({ view }: { view: ReportView }) {
  const t = useTranslations('reports.facts')
  const format = useFormatter()
  const deliveryText = useDeliveryText()
  const { report, request, cspViolation, delivery } = view
  const time = (at: number) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'long' })
  const code = (value: string | null) =>
    value !== null && value !== '' ? (
      <bdi className={styles.mono} dir="ltr">
        {value}
      </bdi>
    ) : null
  const facts: [name: Parameters<typeof t>[0], value: ReactNode][] = [
    ['digest', code(report.digest)],
    ['id', code(report.id)],
    [
      'happened',
      <time key="at" dateTime={new Date(report.at).toISOString()}>
        {time(report.at)}
      </time>,
    ],
    ['side', t(report.side)],
    ['route', code(report.route && shortRoute(report.route))],
    [
      'params',
      request.params.length > 0 ? code(request.params.map(([name, value]) => `${name}=${value}`).join(' ')) : null,
    ],
    ['request', code([request.method, request.url].filter(Boolean).join(' '))],
    ['directive', code(cspViolation.directive)],
    ['blocked', code(cspViolation.blocked)],
    ['source', code(cspViolation.source)],
    ['release', code(report.release)],
    ['environment', code(report.environment)],
    ['browser', report.browser],
    ['locale', code(report.locale)],
    ['page', view.isTranslated ? t('translated') : null],
    ['tab', code(report.tab)],
    ['delivery', deliveryText(delivery)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd data-fact={name}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
