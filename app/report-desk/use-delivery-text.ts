import { useFormatter, useTranslations } from 'use-intl'
import type { ReportView } from '#app/report-desk/read-report.server.ts'

/** Says in a sentence how far a report has come on its way to the ingest. */
export function useDeliveryText(): (delivery: ReportView['delivery']) => string {
  const t = useTranslations('reports.deliveryState')
  const format = useFormatter()
  return (delivery) => {
    if (!delivery) return t('kept')
    const { state, attempts, status, reason, next_at: nextAt } = delivery
    const said = reason ?? (status === null ? '' : String(status))
    if (state === 'done') return t('done', { attempts })
    if (state === 'aside') return t('aside', { said })
    return t('waiting', { attempts, at: format.dateTime(nextAt, { timeStyle: 'medium' }), said })
  }
}
