import { isSame, readLocation, type Answer } from '#tests/bench/conformance/answer.ts'
import { decodeEscapes } from '#tests/bench/conformance/ask.ts'
import type { OracleRequest } from '#tests/bench/conformance/requests.ts'

export type Difference = { readonly request: OracleRequest; readonly ours: Answer; readonly theirs: Answer }

/** `holds` is narrow: it describes both answers, not only the kind of request. */
export type Intended = { readonly reason: string; readonly holds: (difference: Difference) => boolean }

const LOCALE = /^\/(en|de|ja|ar)(?=\/|$)/i

const pathOf = ({ url }: OracleRequest) => url.split('?', 1)[0] ?? url

/** The address with its prefix as ours writes it: none for the default language, the table's case for others. */
function spelt({ url }: OracleRequest): string {
  const { pathname, search } = new URL(url.replace(/^\/+/, '/'), 'http://here')
  const path = pathname.replace(LOCALE, (prefix) => (/en/i.test(prefix) ? '' : prefix.toLowerCase()))
  return (path.replace(/(.)\/$/, '$1') || '/') + search
}

const isAt = (location: string | undefined, wanted: string) =>
  JSON.stringify(readLocation(location)) === JSON.stringify(readLocation(wanted))

/** Returns a response with each of its texts changed, but for the name of its page. */
function changed(answer: Answer, change: (text: string) => string): Answer {
  const isText = (key: string) => ['location', 'refresh', 'search', 'reached'].includes(key)
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    typeof value === 'string' && isText(key) ? change(value) : value,
  ) as Answer
}

function isMalformed(path: string): boolean {
  try {
    return decodeURIComponent(path) === ''
  } catch {
    return true
  }
}

const undoEscapes = (text: string) =>
  text.replace(/%[0-9a-f]{2}/gi, (escape) =>
    /[\w~-]/.test(decodeEscapes(escape)) ? decodeEscapes(escape) : escape.toUpperCase(),
  )

const isRedirect = ({ status, location }: Answer) => location !== undefined && status >= 301 && status <= 308

export const PREFIX = 'a prefix has one canonical form: 308 to it, before the table applies'

/** Differences on purpose. The handbook names each, with its reason, in "Coming from Next.js". */
export const INTENDED: readonly Intended[] = [
  {
    reason: PREFIX,
    holds: ({ request, ours }) =>
      ours.status === 308 &&
      LOCALE.test(new URL(request.url.replace(/^\/+/, '/'), 'http://here').pathname) &&
      isAt(ours.location, spelt(request)) &&
      !isAt(ours.location, request.url),
  },
  {
    reason: 'slashes are normalized in one redirect, and before the prefix',
    holds: ({ request, ours, theirs }) => {
      const path = pathOf(request)
      const single = path.replaceAll(/\/+/g, '/').replace(/\/$/, '')
      const both = ours.status === 308 && theirs.status === 308
      return both && single !== path && isAt(ours.location, request.url.replace(path, single))
    },
  },
  {
    reason: 'escapes of letters and digits are decoded before rules apply',
    holds: ({ request, ours, theirs }) =>
      undoEscapes(pathOf(request)) !== pathOf(request) &&
      (theirs.status === 404 || isSame(changed(ours, undoEscapes), changed(theirs, undoEscapes))),
  },
  {
    reason: 'a source may have letters that are not ASCII',
    holds: ({ request, theirs }) => pathOf(request).includes('/raw-') && theirs.status === 404,
  },
  {
    reason: 'an absent param leaves nothing behind, never its name, and is no error',
    holds: ({ request, ours, theirs }) =>
      (JSON.stringify(theirs).includes(':rest*') &&
        isSame(
          changed(ours, decodeEscapes),
          changed(theirs, (text) => decodeEscapes(text).replaceAll(':rest*', '')),
        )) ||
      (theirs.status === 500 && isRedirect(ours) && /\/absent(?:$|\?)/i.test(request.url)),
  },
  {
    reason: 'a param of any number of segments may stand in a fragment',
    holds: ({ request, ours, theirs }) =>
      theirs.status === 500 && isRedirect(ours) && /\/several(?:[/?]|$)/i.test(request.url),
  },
  {
    reason: 'a query key that is there twice gives its last value',
    holds: ({ request, ours, theirs }) =>
      theirs.status === 500 && ours.status < 500 && request.url.includes('my-query=1&my-query=2'),
  },
  {
    reason: 'a value goes into a query with &, # and + encoded',
    holds: ({ ours, theirs }) =>
      isSame(
        changed(ours, (text) => text.replaceAll('%2B', '+')),
        theirs,
      ),
  },
  {
    reason: 'a page reads a param in its query decoded',
    holds: ({ ours, theirs }) => typeof ours.reached === 'object' && isSame(ours, changed(theirs, decodeEscapes)),
  },
  {
    reason: 'a segment named index is one like any other',
    holds: ({ request, ours, theirs }) =>
      (/^\/index(?:\?|$)/.test(request.url) && ours.status === 404 && theirs.status === 307) ||
      (request.url.includes('/index') &&
        typeof ours.reached === 'object' &&
        typeof theirs.reached === 'object' &&
        isSame(
          { ...ours, reached: { ...ours.reached, params: ours.reached.params.filter((name) => name !== 'index') } },
          theirs,
        )),
  },
  {
    reason: 'a wish for a narrower language finds the wider one',
    holds: ({ request, ours, theirs }) =>
      /^[a-z]{2}-/.test(request.headers['accept-language'] ?? '') && ours.status === 307 && theirs.status === 200,
  },
  {
    reason: 'a file in public/ is served before its URL is normalized',
    holds: ({ request, ours, theirs }) =>
      ours.reached === 'file' && theirs.status === 308 && request.url.includes('/favicon.svg'),
  },
  {
    reason: 'an escape that stands for nothing is 400',
    holds: ({ request, ours, theirs }) => ours.status === 400 && theirs.status < 500 && isMalformed(pathOf(request)),
  },
  {
    reason: 'another origin that refuses is 502',
    holds: ({ ours, theirs }) => ours.status === 502 && theirs.status === 500,
  },
]
