import { useLocation, useParams } from '@tanstack/react-router'
import { useState, type ReactNode, useRef } from 'react'
import { useTranslations, useFormatter } from 'use-intl'
import { useSuspenseQuery } from '@tanstack/react-query'
import { shortRoute, shortRelease, RelativeTime } from '#fairlead/report-desk/tables.tsx'
import type { ReportView, Breadcrumb } from '#fairlead/report-desk/report/read-report.server.ts'
import type { ProblemState } from '#fairlead/error-reports/store/problem-filters.ts'
import type { Occurrence } from '#fairlead/error-reports/store/report-lookup.server.ts'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import { reportQuery, useUpdateProblems } from '#fairlead/report-desk/desk-queries.ts'
import { useHotkeys } from '#fairlead/report-desk/hotkeys.tsx'
import { StackTrace } from '#fairlead/report-desk/report/stack-trace.tsx'
import { Waterfall } from '#fairlead/report-desk/report/waterfall.tsx'
import styles from './report-page.module.css'

/** All contents of a report are untrusted text. */
export function ReportPage() {
  const t = useTranslations('reports.report')
  const { id }: { id: string } = useParams({ strict: false })
  const { data } = useSuspenseQuery(reportQuery(id))
  // The report was deleted while its page was open.
  if (!data) return <p>{t('deleted')}</p>
  const { report, feedback, exceptions, breadcrumbs, spans, others, traceReports, now } = data
  return (
    <article className={styles.report}>
      <header>
        <h1>
          <span dir="ltr">{report.kind}</span>
        </h1>
        <p className={styles.message} dir="auto">
          {report.message}
        </p>
        <ProblemActions view={data} />
      </header>

      {feedback.length > 0 && (
        <Section id="feedback" title={t('feedback')} className={styles.feedback}>
          {feedback.map(({ id: feedbackId, message, received_at: receivedAt }) => (
            <blockquote key={feedbackId}>
              <p dir="auto">{message}</p>
              <RelativeTime at={receivedAt} now={now} />
            </blockquote>
          ))}
        </Section>
      )}

      <ReportSummary view={data} />

      <Section id="stack" title={t('stack')}>
        {exceptions.length === 0 && <p className={styles.none}>{t('noStack')}</p>}
        {exceptions.map((exception, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
          <StackTrace key={index} exception={exception} isCause={index > 0} />
        ))}
      </Section>

      <Section id="breadcrumbs" title={t('breadcrumbs')}>
        <Breadcrumbs crumbs={breadcrumbs} at={report.at} />
      </Section>

      <Section id="trace" title={t('trace')}>
        {report.trace_id === null ? (
          <p className={styles.none}>{t('noTrace')}</p>
        ) : (
          <>
            <p className={styles.mono}>
              <bdi dir="ltr">{report.trace_id}</bdi>
            </p>
            {spans.length === 0 ? (
              <p className={styles.none}>{t('noSpans')}</p>
            ) : (
              <Waterfall spans={spans} at={report.at} />
            )}
            {traceReports.length > 0 && (
              <>
                <h3>{t('traceReports')}</h3>
                <OccurrenceList list={traceReports} now={now} withMessage />
              </>
            )}
          </>
        )}
      </Section>

      <Section id="others" title={t('occurrences')}>
        {others.length === 0 ? (
          <p className={styles.none}>{t('noOccurrences')}</p>
        ) : (
          <OccurrenceList list={others} now={now} />
        )}
      </Section>

      <RawEvent id={report.id} raw={data.raw} isTruncated={data.isRawTruncated} />
    </article>
  )
}

type SectionProps = { id: string; title: string; className?: string | undefined; children: ReactNode }

function Section({ id, title, className, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** The states of a problem, each with the name of the button that sets it. */
const ACTIONS = { resolved: 'resolve', open: 'reopen', ignored: 'ignore' } as const

function ProblemActions({ view: { report, problem } }: { view: ReportView }) {
  const t = useTranslations('reports.report')
  const list = useTranslations('reports.list')
  const update = useUpdateProblems()
  const status = useRef<HTMLSpanElement>(null)
  const to = (state: ProblemState) => () => update.mutate({ fingerprints: [report.fingerprint], to: state })
  useHotkeys(problem ? { e: to('resolved'), o: to('open'), i: to('ignored') } : {})
  /** Does the same as the hotkey, and moves the focus, because the pressed button unmounts. */
  const press = (state: ProblemState) => () => {
    to(state)()
    status.current?.focus()
  }
  if (!problem) return null
  return (
    <div className={styles.state}>
      <span ref={status} data-state={problem.state} role="status" tabIndex={-1}>
        {list(`states.${problem.state}`)}
      </span>
      {(['resolved', 'open', 'ignored'] as const).map(
        (state) =>
          state !== problem.state && (
            <button key={state} type="button" onClick={press(state)}>
              {list(ACTIONS[state])}
            </button>
          ),
      )}
      <span className={styles.none}>{t('reportCount', { count: problem.count })}</span>
      {update.isError && (
        <span role="alert" className={styles.error}>
          {list('updateFailed')}
        </span>
      )}
    </div>
  )
}

/** The breadcrumbs of a report as a timeline that ends with it. Seconds are relative to the report. */
function Breadcrumbs({ crumbs, at }: { crumbs: readonly Breadcrumb[]; at: number }) {
  const t = useTranslations('reports.report')
  const format = useFormatter()
  if (crumbs.length === 0) return <p className={styles.none}>{t('noBreadcrumbs')}</p>
  const seconds = (time: number) =>
    format.number((time - at) / 1_000, { maximumFractionDigits: 1, signDisplay: 'always' })
  return (
    <ol role="list" className={styles.crumbs}>
      {crumbs.map((crumb, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
        <li key={index} data-level={crumb.level}>
          <span className={styles.offset}>{crumb.at === null ? '' : t('seconds', { seconds: seconds(crumb.at) })}</span>
          <b dir="ltr">{crumb.category}</b>
          <span dir="auto">{crumb.message}</span>
        </li>
      ))}
      <li data-level="error">
        <span className={styles.offset}>{t('seconds', { seconds: '0' })}</span>
        <b>{t('thisReport')}</b>
      </li>
    </ol>
  )
}

function OccurrenceList(props: { list: readonly Occurrence[]; now: number; withMessage?: boolean }) {
  const pageRoute = usePageRoute()
  const t = useTranslations('reports.list')
  return (
    <ol role="list" className={styles.occurrences}>
      {props.list.map((report) => (
        <li key={report.id}>
          <Link to={pageRoute('/reports/$id')} params={(params: object) => ({ ...params, id: report.id })}>
            <bdi dir="ltr">{report.digest ?? report.id.slice(0, 8)}</bdi>
          </Link>
          <span>
            {props.withMessage ? (
              <bdi>
                {t(report.side)} · {report.kind}: {report.message}
              </bdi>
            ) : (
              <bdi dir="ltr">
                {[
                  report.route && shortRoute(report.route),
                  report.release && shortRelease(report.release),
                  report.browser,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            )}
          </span>
          <RelativeTime at={report.at} now={props.now} />
        </li>
      ))}
    </ol>
  )
}

/** Returns the URL of a report's raw event as a file, in the current language. */
function useRawEventHref(id: string): string {
  return useLocation({
    select: ({ pathname }) => `${pathname.slice(0, pathname.lastIndexOf('/reports'))}/reports/${id}?event=file`,
  })
}

type Props = { id: string; raw: string; isTruncated: boolean }

/** The raw event, to read, copy or download. If the page has only its beginning, copying fetches the whole event. */
function RawEvent({ id, raw, isTruncated }: Props) {
  const t = useTranslations('reports.report')
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const href = useRawEventHref(id)
  const readWhole = async () => {
    if (!isTruncated) return raw
    const response = await fetch(href)
    if (!response.ok) throw new Error(`the raw event could not be loaded: ${response.status}`)
    return response.text()
  }
  const copy = () =>
    readWhole()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => setCopied('copied'),
        () => setCopied('notCopied'),
      )
  return (
    <details className={styles.raw}>
      <summary>{t('raw')}</summary>
      <p>
        <button type="button" onClick={() => void copy()}>
          {t('copy')}
        </button>{' '}
        <a href={href} download>
          {t('download')}
        </a>{' '}
        <output>{copied && t(copied)}</output>
      </p>
      {isTruncated && <p className={styles.none}>{t('rawTruncated')}</p>}
      <pre dir="ltr" tabIndex={0}>
        {raw}
      </pre>
    </details>
  )
}

function ReportSummary({ view }: { view: ReportView }) {
  const t = useTranslations('reports.facts')
  const format = useFormatter()
  const state = useTranslations('reports.deliveryState')
  const { report, request, cspViolation, delivery } = view
  const deliveryText = () => {
    if (!delivery) return state('local')
    const { attempts, status, reason, next_at: nextAt } = delivery
    const detail = reason ?? (status === null ? '' : String(status))
    if (delivery.state === 'done') return state('delivered', { attempts })
    if (delivery.state === 'aside') return state('failed', { reason: detail })
    return state('waiting', { attempts, at: format.dateTime(nextAt, { timeStyle: 'medium' }), reason: detail })
  }
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
      request.params.length > 0 ? code(request.params.map(({ name, value }) => `${name}=${value}`).join(' ')) : null,
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
    ['delivery', deliveryText()],
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
