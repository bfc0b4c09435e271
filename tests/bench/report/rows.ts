/**
 * A row of the table: a figure of latest.json by its part and name, in the words of the table. A published row is in the
 * README and the handbook too. `variant` compares with one peer alone, in another form of it.
 */
export type Row = {
  part: string
  figure: string
  label: string
  isPublished?: true
  chart?: string
  variant?: { peer: string; runs: string }
}

type Options = Pick<Row, 'isPublished' | 'chart' | 'variant'>

const row = (part: string, name: string, label: string, more: Options = {}): Row => ({
  part,
  figure: name,
  label,
  ...more,
})

/**
 * The measurements that the table shows. Ten are published: what a visitor waits for, and what an operator pays for or
 * waits for, also where Fairlead is far behind.
 */
export const ROWS: readonly Row[] = [
  row('server', 'a small page, the same for everyone, 32 connections: requests', 'requests: a small static page'),
  row('server', 'a long document, the same for everyone, 32 connections: requests', 'requests: a long static document'),
  row('server', 'a list of 24, 32 connections: requests', 'requests: a list of 24'),
  row('server', '100 links, 32 connections: requests', 'requests: a page with 100 links', {
    isPublished: true,
    chart: 'Requests a second, a page with 100 links',
  }),
  // With 32 connections all answer as many a second, and wait.
  row('server', 'an item whose data takes 200 ms, 256 connections: requests', 'requests: an item with slow data'),
  row('server', '100 links, 32 connections: processor time a request', 'processor time: a page with 100 links'),
  row(
    'server',
    'an item whose data takes 200 ms, 256 connections: processor time a request',
    'processor time: an item with slow data',
  ),
  row('server', '100 links, 256 connections: latency, p99', '99th percentile of 256: 100 links'),
  row('server', 'memory at rest', 'memory at rest'),
  row('server', 'memory after', 'memory after many requests', { isPublished: true }),
  row('server', 'from start to the first answer', 'from start to the first answer'),
  row('bytes', 'a small page: JavaScript until it is alive, gzip', 'JavaScript of a small page, until interactive', {
    isPublished: true,
  }),
  row('bytes', 'a small page: JavaScript with what follows, gzip', 'JavaScript of a small page, with what follows', {
    isPublished: true,
  }),
  row('bytes', 'a list of 24: JavaScript until it is alive, gzip', 'JavaScript of a list, until interactive'),
  row('bytes', 'a long document: HTML, gzip', 'HTML of a long document, gzip'),
  row('list', 'a list of 24: HTML, not compressed', 'HTML of a list, beside bare Start'),
  row('list', 'a list of 24, in bursts: processor time a request', 'processor time: a list, beside bare Start'),
  row('bytes', '100 links: all until it is alive, as its server sends it', 'first load of 100 links, as sent'),
  row('bytes', 'navigation to an item, as its server sends it', 'navigation to an item, as sent'),
  row('bytes', 'navigation to a long document, as its server sends it', 'navigation to a document, as sent'),
  row('click', 'a link that is prefetched', 'click to frame: prefetched', { isPublished: true }),
  row('click', 'a link that is prefetched', 'click to frame: prefetched, PPR without cached data', {
    isPublished: true,
    variant: { peer: 'next-cache', runs: 'next-uncached' },
  }),
  row('click', 'a link that is not prefetched', 'click to frame: not prefetched', { isPublished: true }),
  row('click', 'a link that is not prefetched, behind 20 prefetches', 'click to frame: behind 20 prefetches', {
    isPublished: true,
    chart: 'Click to frame behind 20 prefetches, ms',
  }),
  row('click', 'a link that is prefetched 40 s ago', 'click to frame: prefetched 40 s ago'),
  row('click', 'a link that is prefetched 6 min ago', 'click to frame: prefetched 6 min ago', { isPublished: true }),
  row('click', 'a link that is opened over the page, prefetched', 'click to frame: opened over the page'),
  row('click', 'a link that is prefetched, processor 4 times slower', 'click to frame: prefetched, slow processor'),
  row(
    'click',
    'a link that is not prefetched, processor 4 times slower',
    'click to frame: not prefetched, slow processor',
  ),
  row('prefetch', '24 links, scrolled through: requests', 'prefetches: 24 links scrolled through'),
  row('prefetch', '24 links, hovered through: bytes', 'prefetched: hovered through'),
  row('growth', '1000 more routes: time of the server', 'one request: among 1\u00a0000 routes'),
  row(
    'growth',
    '1000 more routes: JavaScript until the page is alive, gzip',
    'JavaScript: among 1\u00a0000 routes, until interactive',
  ),
  row('growth', '10000 redirects: time of the server', 'one request: beside 10\u00a0000 redirects'),
  row('build', 'build, cold', 'build, cold', { isPublished: true }),
  row('build', 'build, warm', 'build, warm'),
  row('build', 'dev, from the command to the first page, cold', 'dev to the first page, cold'),
  row('build', 'dev, from the command to the first page, warm', 'dev to the first page, warm'),
]
