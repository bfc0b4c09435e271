import { useTranslations } from 'use-intl'
import type { Frame, Thrown } from '#app/report-desk/event-view.ts'
import styles from './report-page.module.css'

function FrameLine({ frame }: { frame: Frame }) {
  return (
    <li data-own={frame.own ? '' : undefined}>
      <div className={styles.frame}>
        <b>{frame.name}</b> <span>{frame.place}</span>
      </div>
      {frame.own && frame.around.length > 0 && (
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

/** An error with its stack: our own frames first, in the source; all of them when asked for. */
export function Stack({ thrown, isCause }: { thrown: Thrown; isCause: boolean }) {
  const t = useTranslations('reports.report')
  const own = thrown.frames.filter((frame) => frame.own)
  const shown = own.length > 0 ? own : thrown.frames
  return (
    <div className={styles.stack}>
      <h3>
        {isCause && <span className={styles.none}>{t('causedBy')} </span>}
        <bdi>
          {thrown.type}: {thrown.value}
        </bdi>
      </h3>
      <ol role="list" dir="ltr">
        {shown.map((frame, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a frame is its place
          <FrameLine key={index} frame={frame} />
        ))}
      </ol>
      {own.length > 0 && own.length < thrown.frames.length && (
        <details>
          <summary>{t('allFrames', { count: thrown.frames.length })}</summary>
          <ol role="list" dir="ltr">
            {thrown.frames.map((frame, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a frame is its place
              <FrameLine key={index} frame={{ ...frame, around: [] }} />
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
