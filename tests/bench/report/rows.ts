/** A row of the table: a figure of latest.json by its part and name, in the words of the table. */
export type Row = { part: string; figure: string; label: string; isShort?: true; chart?: string }

type Load = Pick<Row, 'isShort' | 'chart'> & { connections?: number }

const load = (page: string, label: string, { connections = 32, ...more }: Load = {}): Row => ({
  part: 'server',
  figure: `${page}, ${connections} connections: requests`,
  label: `requests: ${label}`,
  ...more,
})

const processor = (page: string, label: string, { connections = 32, ...more }: Load = {}): Row => ({
  part: 'server',
  figure: `${page}, ${connections} connections: processor time a request`,
  label: `processor time: ${label}`,
  ...more,
})

const click = (figure: string, label: string, more: Pick<Row, 'isShort' | 'chart'> = {}): Row => ({
  part: 'click',
  figure: `a link that is ${figure}`,
  label: `click to frame: ${label}`,
  ...more,
})

const bytes = (figure: string, label: string, more: Pick<Row, 'isShort' | 'chart'> = {}): Row => ({
  part: 'bytes',
  figure,
  label,
  ...more,
})

const SLOW = ', processor 4 times slower'

/** The measurements that the table shows. */
export const ROWS: readonly Row[] = [
  load('a small page, the same for everyone', 'a small static page'),
  load('a long document, the same for everyone', 'a long static document', { isShort: true }),
  load('the long document in German', 'the document in German'),
  load('a list of 24', 'a list of 24'),
  load('100 links', 'a page with 100 links', { isShort: true, chart: 'Requests a second, a page with 100 links' }),
  // With 32 connections all answer as many a second, and wait.
  load('an item whose data takes 200 ms', 'an item with slow data', { connections: 256 }),
  processor('a list of 24', 'a list of 24'),
  processor('100 links', 'a page with 100 links'),
  processor('an item whose data takes 200 ms', 'an item with slow data', { connections: 256 }),
  { part: 'server', figure: '100 links, 1 connection: latency, p50', label: 'one request: a page with 100 links' },
  { part: 'server', figure: '100 links, 256 connections: latency, p99', label: '99th percentile of 256: 100 links' },
  { part: 'server', figure: 'memory at rest', label: 'memory at rest' },
  { part: 'server', figure: 'memory after', label: 'memory after many requests' },
  { part: 'server', figure: 'from start to the first answer', label: 'from start to the first answer' },
  bytes('a small page: JavaScript until it is alive, gzip', 'JavaScript of a small page, gzip', { isShort: true }),
  bytes('a list of 24: JavaScript until it is alive, gzip', 'JavaScript of a list, gzip'),
  bytes('a long document: HTML, gzip', 'HTML of a long document, gzip'),
  bytes('100 links: all until it is alive, as its server sends it', 'first load of 100 links, as sent'),
  bytes('navigation to an item, as its server sends it', 'navigation to an item, as sent'),
  bytes('navigation to a long document, as its server sends it', 'navigation to a document, as sent'),
  click('prefetched', 'prefetched', { isShort: true }),
  click('not prefetched', 'not prefetched'),
  click('not prefetched, behind 20 prefetches', 'behind 20 prefetches', {
    isShort: true,
    chart: 'Click to frame behind 20 prefetches, ms',
  }),
  click('prefetched 40 s ago', 'prefetched 40 s ago'),
  click('prefetched 6 min ago', 'prefetched 6 min ago'),
  click('opened over the page, prefetched', 'opened over the page'),
  click(`prefetched${SLOW}`, 'prefetched, slow processor'),
  click(`not prefetched${SLOW}`, 'not prefetched, slow processor'),
  { part: 'prefetch', figure: '24 links, left alone: requests', label: 'prefetches: 24 links left alone' },
  { part: 'prefetch', figure: '24 links, scrolled through: requests', label: 'prefetches: scrolled through' },
  { part: 'prefetch', figure: '24 links, hovered through: bytes', label: 'prefetched: hovered through' },
  { part: 'growth', figure: '1000 links on the page: time of the server', label: 'one request: 1\u00a0000 links' },
  { part: 'growth', figure: '1000 more routes: time of the server', label: 'one request: among 1\u00a0000 routes' },
  {
    part: 'growth',
    figure: '1000 more routes: JavaScript until the page is alive, gzip',
    label: 'JavaScript: among 1\u00a0000 routes, gzip',
  },
  { part: 'growth', figure: '10000 redirects: time of the server', label: 'one request: beside 10\u00a0000 redirects' },
  { part: 'build', figure: 'build, cold', label: 'build, cold', isShort: true },
  { part: 'build', figure: 'build, warm', label: 'build, warm' },
  {
    part: 'build',
    figure: 'dev, from the command to the first page, cold',
    label: 'dev to the first page, cold',
  },
  {
    part: 'build',
    figure: 'dev, from the command to the first page, warm',
    label: 'dev to the first page, warm',
  },
]
