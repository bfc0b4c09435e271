import {
  type ErrorComponentProps,
  Outlet,
  useHydrated,
  useLoaderData,
  useLocation,
  useNavigate,
} from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, Slot, type SlotPageProps, withBasePath } from 'fairlead/navigation'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/lab.module.css'
import slots from '#app/lab/slots.module.css'

const EXACT = { exact: true }

/** A note that cannot be shown. */
const FAILING = 'lost'

/** A layout with two slots next to its outlet, whose pages run in different places. */
export function Slots() {
  const t = useTranslations('lab.slots')
  const navigate = useNavigate()
  const open = (id: string) =>
    navigate({ to: '/{-$locale}/lab/slots/note/$id', params: (before) => ({ ...before, id }) })
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.choices}>
        <nav aria-label={t('page')}>
          <b>{t('page')}</b>
          <Link to="/{-$locale}/lab/slots" activeOptions={EXACT}>
            {t('onServer')}
          </Link>
          <Link to="/{-$locale}/lab/slots/data">{t('dataOnServer')}</Link>
          <Link to="/{-$locale}/lab/slots/browser">{t('inBrowser')}</Link>
        </nav>
        <nav aria-label={t('slot')}>
          <b>{t('slot')}</b>
          {['1', '2'].map((id) => (
            <Link key={id} to="/{-$locale}/lab/slots/note/$id" params={(before) => ({ ...before, id })}>
              {t('note', { id })}
            </Link>
          ))}
          {/* A button, because a page must not have broken links. */}
          <button type="button" className={button.button} onClick={() => open(FAILING)}>
            {t('failing')}
          </button>
        </nav>
      </div>
      <div className={slots.panels}>
        <section aria-label={t('page')} data-testid="outlet">
          <Outlet />
        </section>
        <section aria-label={t('slot')} data-testid="slot">
          <Slot
            name="lab-note"
            pages={{ '/{-$locale}/lab/slots/note/$id': Note }}
            default={<p>{t('none')}</p>}
            pending={<p>{t('none')}</p>}
            errorComponent={NoteFailed}
          />
        </section>
      </div>
    </>
  )
}

function Note({ params: { id = '' } }: SlotPageProps) {
  const t = useTranslations('lab.slots')
  if (id === FAILING) throw new Error(t('failed'))
  return (
    <label key={id} className={slots.note}>
      {t('note', { id })} <textarea rows={3} />
    </label>
  )
}

function NoteFailed({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('lab.slots')
  return (
    <>
      <p role="alert">{error instanceof Error && error.message}</p>
      <button type="button" className={button.button} onClick={reset}>
        {t('again')}
      </button>
    </>
  )
}

/** A page that shows where its data were loaded, and where it was rendered first. */
export function WherePage() {
  const t = useTranslations('lab.slots')
  const href = useLocation({ select: ({ publicHref }) => publicHref })
  const loadedOn: 'server' | 'browser' = useLoaderData({ strict: false })
  const [renderedOn] = useState<'server' | 'browser'>(useHydrated() ? 'browser' : 'server')
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('loaded')}</dt>
        <dd data-testid="loaded">{t(loadedOn)}</dd>
        <dt>{t('rendered')}</dt>
        <dd data-testid="rendered">{t(renderedOn)}</dd>
      </dl>
      {/* This loads a document, because a navigation runs in the browser. */}
      <a href={withBasePath(href)}>{t('load')}</a>
    </>
  )
}
