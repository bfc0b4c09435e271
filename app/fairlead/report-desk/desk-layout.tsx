import { useTranslations } from 'use-intl'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Form } from '#fairlead/forms/form.tsx'
import { useForm } from '#fairlead/forms/use-form.tsx'
import { signInForm, signOutForm } from '#fairlead/report-desk/auth.functions.ts'
import type { AuthState } from '#fairlead/report-desk/auth.server.ts'
import button from '#fairlead/styles/button.module.css'
import { lookupQuery } from '#fairlead/report-desk/desk-queries.ts'
import { useOverlay } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { getLocale, localeParam } from '#fairlead/navigation/locale/locale.ts'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { usePublicUrl } from '#fairlead/navigation/locale/use-public-url.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import styles from './desk-layout.module.css'
import tables from './tables.module.css'

/** The form for the operator token. The browser itself posts it, because a session begins with a new document. */
function TokenForm() {
  const t = useTranslations('reports.signIn')
  const form = useForm(signInForm, {
    // Other messages name a fault of the store, and only a person with the token gets them.
    translate: (message) => (message === 'wrong' || message === 'wait' ? t(message) : message),
  })
  const token = form.field('token')
  return (
    // The only field announces its error already.
    <Form form={{ ...form, invalidFields: 0 }} onSubmit={undefined} noValidate={false}>
      <p>{t('explain')}</p>
      <label htmlFor={token.input.id}>{t('token')}</label>
      <input {...token.input} type="password" autoComplete="current-password" spellCheck={false} dir="ltr" />
      {token.error && (
        <p role="alert" className={styles.denied}>
          {token.error}
        </p>
      )}
      <button className={`${button.button} ${button.primary}`}>{t('submit')}</button>
    </Form>
  )
}

function SignIn({ auth }: { auth: Exclude<AuthState, { type: 'signed-in' }> }) {
  const t = useTranslations('reports.signIn')
  return (
    <div className={styles.signIn}>
      <h1>{t('title')}</h1>
      {auth.type === 'signed-out' ? (
        <TokenForm />
      ) : (
        <>
          <p>{t('unconfigured')}</p>
          <pre dir="ltr" tabIndex={0}>
            {auth.setup}
          </pre>
        </>
      )}
    </div>
  )
}

function DeskHeader() {
  const t = useTranslations('reports.header')
  const navigate = useNavigate()
  const router = useRouter()
  const locale = localeParam(getLocale(useParams({ strict: false })))
  const publicUrl = usePublicUrl()
  const pageRoute = usePageRoute()
  const queryClient = useQueryClient()
  // The browser itself posts the form, so that the new document contains nothing that was shown before.
  const signOut = useForm(signOutForm)
  const lookUp = async (text: string) => {
    const query = text.trim()
    if (query === '') return
    // A single result opens over the page. The lookup page handles all other outcomes, including failed requests.
    const from = router.latestLocation.href
    const found = await queryClient.query({ ...lookupQuery(query), staleTime: 0 }).catch(() => undefined)
    // The operator has moved to another page since.
    if (router.latestLocation.href !== from) return
    if (found) await navigate({ to: pageRoute('/reports/$id'), params: { locale, id: found.id } })
    else await navigate({ to: pageRoute('/reports/find'), params: { locale }, search: { id: query } })
  }
  return (
    <div className={styles.header}>
      <nav className={tables.tabs} aria-label={t('label')}>
        <Link to={pageRoute('/reports')} activeOptions={{ exact: true, includeSearch: false }}>
          {t('problems')}
        </Link>
        <Link to={pageRoute('/reports/delivery')}>{t('delivery')}</Link>
        <Link to={pageRoute('/reports/vitals')}>{t('vitals')}</Link>
        <Link to={pageRoute('/reports/cache')}>{t('cache')}</Link>
        <Link to={pageRoute('/reports/jobs')}>{t('jobs')}</Link>
      </nav>
      <form
        className={styles.find}
        action={publicUrl('/reports/find')}
        suppressHydrationWarning
        onSubmit={(event) => {
          event.preventDefault()
          const id = new FormData(event.currentTarget).get('id')
          if (typeof id === 'string') void lookUp(id)
        }}
      >
        <input
          name="id"
          aria-label={t('find')}
          placeholder={t('find')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="auto"
          // Looks up pasted text at once.
          onPaste={(event) => {
            if (event.currentTarget.value !== '') return
            event.preventDefault()
            const pasted = event.clipboardData.getData('text').slice(0, 200)
            event.currentTarget.value = pasted.trim()
            void lookUp(pasted)
          }}
        />
        <button>{t('go')}</button>
      </form>
      <Form form={signOut} onSubmit={undefined}>
        <button>{t('signOut')}</button>
      </Form>
    </div>
  )
}

/** The layout of the desk's pages. Without a session it renders only the sign-in form. */
export function DeskLayout({ auth }: { auth: AuthState }) {
  const isOverlay = useOverlay()
  if (auth.type !== 'signed-in') return <SignIn auth={auth} />
  return (
    <>
      {!isOverlay && <DeskHeader />}
      <Outlet />
    </>
  )
}

/** The page of the desk for a digest that no report has, for `deskFind`. */
export function LookupPage() {
  const t = useTranslations('reports.find')
  const { id = '' }: { id?: string } = useSearch({ strict: false })
  return (
    <div className={styles.lookup}>
      <h1>{t('none')}</h1>
      <p className={styles.query}>
        {t('query')} <bdi>{id === '' ? '—' : id}</bdi>
      </p>
      <h2>{t('check')}</h2>
      <ul>
        <li>{t('length')}</li>
        <li>{t('characters')}</li>
        <li>{t('site')}</li>
        <li>{t('retention')}</li>
      </ul>
    </div>
  )
}
