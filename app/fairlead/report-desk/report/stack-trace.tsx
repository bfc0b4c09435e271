import { useTranslations } from 'use-intl'
import type { ExceptionView, FrameView } from '#fairlead/report-desk/report/read-report.server.ts'
import styles from './report-page.module.css'

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
          <summary>{t('allFrames', { count: String(exception.frames.length) })}</summary>
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
