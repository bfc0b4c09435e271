import { useFormatter, useTranslations } from 'use-intl'
import type { NavigationRecord } from '#app/navigation/prefetch/navigation-log.ts'
import styles from './panel.module.css'

const MILLISECONDS = { style: 'unit', unit: 'millisecond' } as const

type Props = { records: readonly NavigationRecord[]; nameOf: (target: string) => string }

/** Shows the last navigations: what each found, the source of its queries' data, and its duration. */
export function NavigationTable({ records, nameOf }: Props) {
  const t = useTranslations('inspector')
  const format = useFormatter()
  return (
    <section>
      <h2>{t('navigations')}</h2>
      {records.length === 0 ? (
        <p>{t('noNavigations')}</p>
      ) : (
        <div className={styles.wide} role="region" aria-label={t('navigations')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('target')}</th>
                <th scope="col">{t('found')}</th>
                <th scope="col">{t('reused')}</th>
                <th scope="col">{t('refreshed')}</th>
                <th scope="col">{t('fetched')}</th>
                <th scope="col">{t('took')}</th>
              </tr>
            </thead>
            <tbody>
              {records.map(({ target, found, queries, tookMs, startedAt }) => (
                <tr key={`${startedAt} ${target}`}>
                  <th scope="row">
                    <bdi dir="ltr">{nameOf(target)}</bdi>
                  </th>
                  <td>{found === 'absent' || found === 'joined' ? t(`finds.${found}`) : t(found)}</td>
                  <td>{format.number(queries.cached)}</td>
                  <td>{format.number(queries.refresh)}</td>
                  <td>{format.number(queries.fetch)}</td>
                  <td>{format.number(Math.round(tookMs), MILLISECONDS)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
