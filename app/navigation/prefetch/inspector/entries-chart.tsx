import { useLocale, useTranslations } from 'use-intl'
import { PrefetchAgeChart } from '#app/navigation/prefetch/prefetch-age-chart.tsx'
import type { PrefetchCache } from '#app/navigation/prefetch/prefetch-cache.ts'
import { viewEntries } from '#app/navigation/prefetch/inspector/entry-views.ts'

/** Number of entries that are shown. */
const SHOWN = 40

const STATES = ['fresh', 'reusable', 'stale', 'expired'] as const

type Props = { entries: PrefetchCache; now: number; nameOf: (target: string) => string }

/** Shows the entries on an axis of their age, the most recently used first. */
export function EntriesChart({ entries, now, nameOf }: Props) {
  const t = useTranslations('inspector')
  const locale = useLocale()
  const views = viewEntries(entries, now).toReversed()
  const texts = {
    axis: t('axis'),
    none: t('none'),
    ...(Object.fromEntries(
      STATES.flatMap((state) => [
        [state, t(state)],
        [`${state}Means`, t(`${state}Means`)],
      ]),
    ) as Record<(typeof STATES)[number] | `${(typeof STATES)[number]}Means`, string>),
  }
  return (
    <section>
      <h2>{t('entries', { count: views.length })}</h2>
      <PrefetchAgeChart
        locale={locale}
        texts={texts}
        entries={views.slice(0, SHOWN).map(({ target, status, dataUpdatedAt, source, hits }) => ({
          key: target,
          target: nameOf(target),
          label: (
            <span>
              <bdi dir="ltr">{nameOf(target)}</bdi>
              <small>{t('made', { by: t(`by.${source}`), hits })}</small>
            </span>
          ),
          ageMs: dataUpdatedAt === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now - dataUpdatedAt),
          state: status,
        }))}
      />
      {views.length > SHOWN && <p>{t('more', { count: views.length - SHOWN })}</p>}
    </section>
  )
}
