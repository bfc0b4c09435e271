import { type ReactNode, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { shortRoute, shortRelease, RelativeTime } from '#app/report-desk/tables.tsx'
import type { ReportView, ExceptionView, FrameView, Breadcrumb } from '#app/report-desk/report/read-report.server.ts'
import type { Occurrence } from '#app/error-reports/store/report-lookup.server.ts'
import { Link } from '#app/navigation/link.tsx'
import { reportQuery, useUpdateProblems } from '#app/report-desk/desk-queries.ts'
import { useHotkeys } from '#app/report-desk/hotkeys.tsx'
import { RawEvent, useRawEventHref } from '#app/report-desk/report/raw-event.tsx'
import { Waterfall } from '#app/report-desk/report/waterfall.tsx'
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

function FrameRow({ frame }: { frame: FrameView }) {
  return (
    <li data-in-app={frame.inApp ? '' : undefined}>
      <div className={styles.frame}>
        <b>{frame.name}</b> <span>{frame.location}</span>
      </div>
      {frame.inApp && frame.around.length > 0 && (
        <pre tabIndex={0}>
          {frame.around.map(({ line, text }) => (
            <span key={line} data-line={line} data-at={line === frame.line ? '' : undefined}>
              {text === '' ? ' ' : text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </li>
  )
}

/** An exception with its in-app frames and their source; all frames are in a disclosure. */
export function StackTrace({ exception, isCause }: { exception: ExceptionView; isCause: boolean }) {
  const t = useTranslations('reports.report')
  const inApp = exception.frames.filter((frame) => frame.inApp)
  const shown = inApp.length > 0 ? inApp : exception.frames
  return (
    <div className={styles.stack}>
      <h3>
        {isCause && <span className={styles.none}>{t('causedBy')} </span>}
        <bdi>
          {exception.type}: {exception.value}
        </bdi>
      </h3>
      <ol role="list" dir="ltr">
        {shown.map((frame, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
          <FrameRow key={index} frame={frame} />
        ))}
      </ol>
      {inApp.length > 0 && inApp.length < exception.frames.length && (
        <details>
          <summary>{t('allFrames', { count: exception.frames.length })}</summary>
          <ol role="list" dir="ltr">
            {exception.frames.map((frame, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
              <FrameRow key={index} frame={{ ...frame, around: [] }} />
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

const route = getRouteApi('/{-$locale}/reports/$id')

/** The page of a report, over the list or on a hard load. All of its contents are untrusted text. */
export function ReportPage() {
  const t = useTranslations('reports.report')
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(reportQuery(id))
  const rawEventHref = useRawEventHref(data?.report.id ?? id)
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

      {data.truncated.parts && (
        <p className={styles.truncated} role="note">
          {t('truncated')}{' '}
          <a href={rawEventHref} download>
            {t('download')}
          </a>
        </p>
      )}

      {feedback.length > 0 && (
        <section className={styles.feedback} aria-labelledby="feedback">
          <h2 id="feedback">{t('feedback')}</h2>
          {feedback.map(({ id: feedbackId, message, received_at: receivedAt }) => (
            <blockquote key={feedbackId}>
              <p dir="auto">{message}</p>
              <RelativeTime at={receivedAt} now={now} />
            </blockquote>
          ))}
        </section>
      )}

      <ReportSummary view={data} />

      <section aria-labelledby="stack">
        <h2 id="stack">{t('stack')}</h2>
        {exceptions.length === 0 && <p className={styles.none}>{t('noStack')}</p>}
        {exceptions.map((exception, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
          <StackTrace key={index} exception={exception} isCause={index > 0} />
        ))}
      </section>

      <section aria-labelledby="breadcrumbs">
        <h2 id="breadcrumbs">{t('breadcrumbs')}</h2>
        <Breadcrumbs crumbs={breadcrumbs} at={report.at} />
      </section>

      <section aria-labelledby="trace">
        <h2 id="trace">{t('trace')}</h2>
        {report.traceId === null ? (
          <p className={styles.none}>{t('noTrace')}</p>
        ) : (
          <>
            <p className={styles.mono}>
              <bdi dir="ltr">{report.traceId}</bdi>
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
      </section>

      <section aria-labelledby="others">
        <h2 id="others">{t('occurrences')}</h2>
        {others.length === 0 ? (
          <p className={styles.none}>{t('noOccurrences')}</p>
        ) : (
          <OccurrenceList list={others} now={now} />
        )}
      </section>

      <RawEvent id={report.id} raw={data.raw} truncated={data.truncated.raw} />
    </article>
  )
}

/** The state of a report's problem with the buttons to change it. */
function ProblemActions({ view: { report, problem } }: { view: ReportView }) {
  const t = useTranslations('reports.report')
  const list = useTranslations('reports.list')
  const update = useUpdateProblems()
  const status = useRef<HTMLSpanElement>(null)
  const to = (state: 'open' | 'resolved' | 'ignored') => () =>
    update.mutate({ fingerprints: [report.fingerprint], to: state })
  useHotkeys(problem ? { e: to('resolved'), o: to('open'), i: to('ignored') } : {})
  /** Same as the hotkey, and moves the focus, because the pressed button unmounts. */
  const press = (state: 'open' | 'resolved' | 'ignored') => () => {
    to(state)()
    status.current?.focus()
  }
  if (!problem) return null
  return (
    <div className={styles.state}>
      <span ref={status} data-state={problem.state} role="status" tabIndex={-1}>
        {list(`states.${problem.state}`)}
      </span>
      {problem.state !== 'resolved' && (
        <button type="button" onClick={press('resolved')}>
          {list('resolve')}
        </button>
      )}
      {problem.state !== 'open' && (
        <button type="button" onClick={press('open')}>
          {list('reopen')}
        </button>
      )}
      {problem.state !== 'ignored' && (
        <button type="button" onClick={press('ignored')}>
          {list('ignore')}
        </button>
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

/** A list of reports with links to them. */
function OccurrenceList(props: { list: readonly Occurrence[]; now: number; withMessage?: boolean }) {
  const t = useTranslations('reports.list')
  return (
    <ol role="list" className={styles.occurrences}>
      {props.list.map((report) => (
        <li key={report.id}>
          <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: report.id })}>
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
