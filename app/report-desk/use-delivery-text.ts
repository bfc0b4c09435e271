import { useFormatter, useTranslations } from 'use-intl'
import type { ReportView } from '#app/report-desk/read-report.server.ts'

/** Returns a function that describes the delivery state of a report in one sentence. */
export function useDeliveryText(): (delivery: ReportView['delivery']) => string {
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
