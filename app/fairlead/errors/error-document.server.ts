import fallback from 'virtual:messages/default/shell'
import { sendFeedback } from '#fairlead/errors/feedback.functions.ts'
import { ServerError } from '#fairlead/errors/digest.ts'
import { errorHeadline } from '#fairlead/errors/error-page.ts'
import { loadMessages, type Namespaces } from '#fairlead/messages/messages.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
import { getDirection, languages, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { escapeHtml } from '#fairlead/platform/http/escape-html.ts'
import { documentTitle, themeColors } from 'virtual:app/site'
import { type DocumentContext, documentContext, pageOf } from '#fairlead/errors/document-context.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { isNotFound } from '@tanstack/react-router'
import { failureStatus, toPublicError } from '#fairlead/errors/mask-errors.server.ts'

/** The styles of a document that does not load the application's styles. */
const STYLE = `:root{color-scheme:light dark;--ground:light-dark(${themeColors.light},${themeColors.dark});--ink:light-dark(#10233f,#ccd5de);
--line:light-dark(#cfc7b3,#2a3a50);--land:light-dark(#efe2c0,#2b2717);--magenta:light-dark(#a3116b,#e583bd)}
[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{display:grid;gap:1rem;max-inline-size:68ch;margin-inline:auto;padding:3rem clamp(1rem,4vw,2.5rem)}
h1{margin:0;text-align:match-parent;font-size:1.728rem;line-height:1.25;text-wrap:balance}p{margin:0}
.digest{justify-self:start;padding:.5rem .75rem;border:1px solid var(--line);background:var(--land);
font-family:ui-monospace,monospace;user-select:all}
.feedback{display:grid;gap:.5rem;padding-block-start:1rem;border-block-start:1px solid var(--line)}
main{grid-template-columns:minmax(0,1fr)}pre{margin:0;padding:.75rem;border:1px solid var(--line);overflow-x:auto;font-size:.9rem}
h2{margin:0;font-size:1.2rem}textarea{padding:.5rem;font:inherit;color:inherit;background:none;border:1px solid currentColor}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
button,.actions a{padding:.5rem 1rem;border:1px solid currentColor;border-radius:2px;background:none;color:var(--magenta);
font:inherit;line-height:1.4;text-decoration:none;cursor:pointer}
:focus-visible{outline:2px solid var(--magenta);outline-offset:2px}`

/**
 * Shows the copy button if the Clipboard API is available. Without the button, one click still selects the whole
 * digest.
 */
const COPY = `const b=document.getElementById('copy');if(navigator.clipboard){b.hidden=false;b.onclick=()=>
navigator.clipboard.writeText(b.value).then(()=>{b.textContent=b.dataset.done})}`

type Texts = Namespaces['shell']['error']

const NO_DIGEST = { digestText: '', copyButton: '', feedbackForm: '' }

// Returns English texts if the messages cannot be loaded, which may have been the failure.
async function textsIn(locale: Locale): Promise<Texts> {
  const { shell } = await loadMessages('shell', locale).catch(() => ({ shell: fallback }))
  return shell.error
}

function frame({ locale, theme }: DocumentContext, title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${locale}" dir="${getDirection(locale)}"${theme ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="${withBasePath('/favicon.svg')}"><title>${escapeHtml(documentTitle(title))}</title>
<style>${STYLE}</style></head>
<body><main>
${body}
</main></body></html>
`
}

function digestHtml(digest: string, href: string, texts: Texts, nonce: string): typeof NO_DIGEST {
  const { feedback } = texts
  return {
    digestText: `<p class="digest" lang="en" dir="ltr" data-testid="digest">Digest: ${escapeHtml(digest)}</p>
<p>${escapeHtml(texts.server)}</p>`,
    copyButton: `<button id="copy" type="button" hidden value="${escapeHtml(digest)}" data-done="${escapeHtml(texts.copied)}">${escapeHtml(texts.copy)}</button>`,
    feedbackForm: `<form class="feedback" method="post" action="${escapeHtml(sendFeedback.url)}" enctype="multipart/form-data">
<h2>${escapeHtml(feedback.ask)}</h2><input type="hidden" name="digest" value="${escapeHtml(digest)}">
<input type="hidden" name="address" value="${escapeHtml(href)}"><label for="feedback">${escapeHtml(feedback.label)}</label>
<textarea id="feedback" name="message" rows="3" required maxlength="4000"></textarea>
<p><button>${escapeHtml(feedback.send)}</button></p></form>
<script nonce="${nonce}">${COPY}</script>`,
  }
}

function homeLink({ locale, host }: DocumentContext, texts: Texts): string {
  return `<a href="${escapeHtml(withBasePath(localizeUrl(languages, '/', locale, host)))}">${escapeHtml(texts.home)}</a>`
}

/** Codes of the public errors whose messages are in English. */
const ENGLISH_CODES = new Set(['NOT_FOUND', 'INVALID_INPUT', 'INVALID_SEARCH', 'FORBIDDEN'])

/**
 * Renders the application-error page as a standalone document, for failures outside of the application's layout. It
 * works without JavaScript and loads no other file. `error` is public: it is meant for people, or its digest stands for
 * a failure.
 */
export async function renderErrorDocument(error: Error, context: DocumentContext): Promise<string> {
  const { href, nonce } = context
  const { path, query } = splitUrl(href)
  const texts = await textsIn(context.locale)
  const digest = error instanceof ServerError ? error.digest : undefined
  const heading = digest === undefined ? error.message : errorHeadline('server')
  const isEnglish = digest !== undefined || (error instanceof PublicError && ENGLISH_CODES.has(error.code))
  const english = isEnglish ? ' lang="en" dir="ltr"' : ''
  const { digestText, copyButton, feedbackForm } =
    digest === undefined ? NO_DIGEST : digestHtml(digest, href, texts, nonce)
  const trace = import.meta.env.DEV ? `<pre dir="ltr">${escapeHtml(error.stack ?? error.message)}</pre>` : ''
  // A form with GET replaces the query of its action.
  const fields = [...new URLSearchParams(query)].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const retry = `<form method="get" action="${escapeHtml(withBasePath(path))}">${fields.join('')}<button>${escapeHtml(texts.retry)}</button></form>`
  const body = `<h1${english}>${escapeHtml(heading)}</h1>
${digestText}${trace}
<div class="actions">${retry}${copyButton}${homeLink(context, texts)}</div>
${feedbackForm}`
  return frame(context, heading.split(' (')[0] ?? '', body)
}

/** Renders the page that thanks for feedback sent without JavaScript, with a link to the home page. */
export async function renderFeedbackThanks(context: DocumentContext): Promise<string> {
  const texts = await textsIn(context.locale)
  const { sent } = texts.feedback
  return frame(context, sent, `<h1>${escapeHtml(sent)}</h1><div class="actions">${homeLink(context, texts)}</div>`)
}

/** True for the request of a program, which cannot use a document. */
function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/**
 * Returns the response to a request that failed as a whole: a standalone document, or JSON for programs. Records the
 * failure. A form that was posted without JavaScript gets a link back to its page. `thrown` is not a response.
 *
 * @param failed the status of a failure; default 500, or 503 while a database or another server cannot be reached
 */
export async function errorResponse(
  thrown: unknown,
  request: Request,
  failed: number = failureStatus(thrown),
  context = documentContext(request, pageOf(request)),
): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const error = isNotFound(thrown)
    ? new PublicError('NOT_FOUND', 404, 'This page could not be found.')
    : (toPublicError(thrown) as PublicError | ServerError)
  const status = error instanceof PublicError ? error.status : failed
  if (error instanceof ServerError) headers.set('x-digest', error.digest)
  if (wantsJson(request)) {
    const content =
      error instanceof PublicError
        ? { code: error.code, message: error.message, fields: error.fields }
        : { digest: error.digest }
    return Response.json({ error: content }, { status, headers })
  }
  headers.set('content-type', 'text/html; charset=utf-8')
  const document = await renderErrorDocument(error, context)
  return new Response(document, { status, headers })
}

/** The notices that explain why a form was refused, by status. */
const NOTICES = new Map<number, 'forbidden' | 'tooSlow' | 'tooLarge' | 'tooMany'>([
  [403, 'forbidden'],
  [408, 'tooSlow'],
  [413, 'tooLarge'],
  [429, 'tooMany'],
])

/**
 * Returns the document that tells a visitor without JavaScript why a form was refused, with a link back to its page.
 * The status and headers stay. A response with any other status is returned unchanged.
 *
 * @param page path and query of the form's page, if it is known and on this site
 */
export async function refusalNotice(request: Request, refusal: Response, page: string | undefined): Promise<Response> {
  const key = NOTICES.get(refusal.status)
  if (!key) return refusal
  const context = documentContext(request, page)
  const { notices } = await loadMessages('notices', context.locale)
  const back = page === undefined ? '' : `<a href="${escapeHtml(page)}">${escapeHtml(notices.back)}</a>`
  const home = homeLink(context, await textsIn(context.locale))
  const body = `<h1>${escapeHtml(notices[key])}</h1><p>${escapeHtml(notices.hint)}</p><div class="actions">${back}${home}</div>`
  const headers = new Headers(refusal.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(frame(context, notices[key], body), { status: refusal.status, headers })
}

const END = '</script>'

/** Removes the scripts of a document of this application, and the links that preload them. */
export function withoutScripts(html: string): string {
  const pieces = html.split(END)
  const withoutScript = pieces.map((piece, index) => {
    const start = piece.search(/<script\b/)
    return index === pieces.length - 1 || start === -1 ? piece : piece.slice(0, start)
  })
  return withoutScript
    .join('')
    .replaceAll(/<link\b[^<>]*>/g, (link) => (link.includes('rel="modulepreload"') ? '' : link))
}
