import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link, PerVisitor, withBasePath } from 'fairlead/navigation'
import { Form, useForm } from 'fairlead/forms'
import { AGES, PATHS, renewForm, visitorForm } from '#app/lab/cached-pages.functions.ts'
import { type CachedPageName, cachedPageQuery, LIFETIMES, TAG } from '#app/lab/cached-pages.ts'
import signedInAs, { visitorQuery } from '#app/lab/signed-in-as.per-visitor.tsx'
import { Stamp } from '#app/lab/stamp.tsx'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/lab.module.css'
import pageStyles from '#app/lab/cached-page.module.css'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns seconds as a number of the largest unit that it is a multiple of. */
function inLargestUnit(seconds: number): { value: number; unit: (typeof UNITS)[number][0] } {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  return { value: seconds / length, unit }
}

/** Interval between two requests for the entries, in milliseconds. */
const POLL_MS = 2_000

/** The query of a page's entries in the cache. No loader reads it, because it is not part of the cached page. */
function entriesQuery(age: CachedPageName) {
  return queryOptions({
    queryKey: ['lab', 'kept', age, 'entries'],
    queryFn: async ({ signal }) =>
      (await import('#app/lab/cached-pages.functions.ts')).readEntries({ data: { age }, signal }),
    refetchInterval: POLL_MS,
  })
}

const EXACT = { exact: true, includeSearch: false }

/** Paths and tags read from left to right in every language. */
const ltr = (text: ReactNode) => <bdi dir="ltr">{text}</bdi>

export function CachedPage({ age }: { age: CachedPageName }) {
  const t = useTranslations('lab.kept')
  const format = useFormatter()
  const { data } = useSuspenseQuery(cachedPageQuery(age))
  const href = useLocation({ select: ({ publicHref }) => publicHref })
  const length = (seconds: number): string => {
    const { value, unit } = inLargestUnit(seconds)
    return format.number(value, { style: 'unit', unit, unitDisplay: 'long' })
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.choices}>
        <nav aria-label={t('ages')}>
          <b>{t('ages')}</b>
          {AGES.map((each) => (
            <Link key={each} to={`/{-$locale}${PATHS[each]}`} activeOptions={EXACT}>
              {t('age', { fresh: length(LIFETIMES[each].freshFor), stale: length(LIFETIMES[each].staleFor) })}
            </Link>
          ))}
        </nav>
      </div>
      <Stamp label={t('stamp')} stamp={data.stamp} />
      <p className={pageStyles.load}>
        {/* This loads a document, because a navigation reads data and no cached page. */}
        <a href={withBasePath(href)}>{t('load')}</a>
      </p>

      <h2>{t('invalidate')}</h2>
      <div className={pageStyles.buttons}>
        <Renew age={age} by="tag" label={t.rich('byTag', { tag: TAG, ltr })} />
        <Renew age={age} by="path" label={t.rich('byPath', { path: PATHS[age], ltr })} />
      </div>

      <h2>{t('entries')}</h2>
      <Entries age={age} />

      <h2>{t('visitor')}</h2>
      <Visitor />
    </>
  )
}

function Renew({ age, by, label }: { age: CachedPageName; by: 'tag' | 'path'; label: ReactNode }) {
  const form = useForm(renewForm, { instance: by })
  return (
    <Form form={form}>
      <input {...form.hidden('age', age)} />
      <input {...form.hidden('by', by)} />
      {/* The span makes one box of the label: the button is a row of boxes, without spaces between them. */}
      <button className={button.button} disabled={form.pending}>
        <span>{label}</span>
      </button>
    </Form>
  )
}

function Entries({ age }: { age: CachedPageName }) {
  const t = useTranslations('lab.kept')
  const format = useFormatter()
  const { data = [], dataUpdatedAt } = useQuery(entriesQuery(age))
  const seconds = (ms: number) =>
    format.number(Math.max(0, Math.round(ms / 1_000)), { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
  return (
    <div className={pageStyles.entries} role="region" aria-label={t('entries')} tabIndex={0}>
      {data.length === 0 ? (
        <p>{dataUpdatedAt > 0 && t('noEntries')}</p>
      ) : (
        <table data-testid="entries">
          <thead>
            <tr>
              <th scope="col">{t('page')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('rendered')}</th>
              <th scope="col">{t('size')}</th>
              <th scope="col">{t('tags')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ key, pathname, state, renderedAt, bytes, tags }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi dir="ltr">{pathname}</bdi>
                </th>
                <td data-state={state}>{t(`states.${state}`)}</td>
                <td>{t('ago', { time: seconds(dataUpdatedAt - renderedAt) })}</td>
                <td>{format.number(bytes / 1e3, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })}</td>
                <td>
                  <bdi dir="ltr">{tags.join(' ')}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** The visitor's part, which each response has and the cached page does not. */
function Visitor() {
  const t = useTranslations('lab.kept')
  const form = useForm(visitorForm, { translate: () => t('nameMissing'), invalidates: [visitorQuery.queryKey] })
  const name = form.field('name')
  return (
    <>
      <p className={pageStyles.visitor} data-testid="visitor" role="status">
        <PerVisitor part={signedInAs} props={{}} fallback="" />
      </p>
      <Form form={form} className={pageStyles.form}>
        <label htmlFor={name.input.id}>{t('name')}</label>
        <input {...name.input} autoComplete="name" />
        <button className={button.button} disabled={form.pending}>
          {t('signIn')}
        </button>
        {name.error}
      </Form>
    </>
  )
}
