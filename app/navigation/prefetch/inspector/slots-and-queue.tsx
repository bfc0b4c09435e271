import { useTranslations } from 'use-intl'
import { viewQueue } from '#app/navigation/prefetch/inspector/queue-view.ts'
import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'
import type { QueueContents } from '#app/navigation/prefetch/prefetch-queue.ts'
import styles from './panel.module.css'

type Props = { queue: { readonly contents: QueueContents }; nameOf: (target: string) => string }

/** Shows the request slots and the queue, in the order in which prefetches will start. */
export function SlotsAndQueue({ queue, nameOf }: Props) {
  const t = useTranslations('inspector')
  const { slots, waiting, waitingRequests, paused } = viewQueue(queue)
  // Redirects may start more prefetches than there are slots; none is hidden.
  const places = Array.from({ length: Math.max(PREFETCH.concurrency, slots.length) }, (_, place) => ({
    place,
    slot: slots[place],
  }))
  return (
    <section>
      <h2>{t('slots')}</h2>
      <ol className={styles.slots} role="list">
        {places.map(({ place, slot }) => (
          <li key={place} data-busy={slot !== undefined}>
            {slot ? <bdi dir="ltr">{nameOf(slot.target)}</bdi> : t('free')}
            {slot && <small>{slot.requesting ? t('requesting') : t('code')}</small>}
          </li>
        ))}
      </ol>
      <h2>{t('queue', { count: waiting.length })}</h2>
      {paused && <p>{t('paused')}</p>}
      {waitingRequests > 0 && <p>{t('waitingRequests', { count: waitingRequests })}</p>}
      <ol className={styles.queue} role="list">
        {waiting.map(({ target, trigger }) => (
          <li key={target}>
            <bdi dir="ltr">{nameOf(target)}</bdi> <small>{t(`by.${trigger}`)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
