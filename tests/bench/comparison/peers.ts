import { join } from 'node:path'
import { root } from '#tests/harness/project-files.ts'

export const PEER_NAMES = ['fairlead', 'next', 'vinext', 'react-router', 'tanstack-start'] as const

/** The peers with a table of redirects. The others have no redirects. */
export const WITH_RULES = ['fairlead', 'next', 'vinext'] as const

/**
 * The peers whose prefetches and clicks are compared: Next.js also with Cache Components, as its guides ask, and in that
 * form without cached data.
 */
export const NAVIGATING = [...PEER_NAMES, 'next-cache', 'next-uncached'] as const

/** Peers, and Fairlead without redirects, as those are that have no table of them. */
export const VARIANT_NAMES = [...PEER_NAMES, 'fairlead-no-rules'] as const

export type PeerName = (typeof NAVIGATING | typeof VARIANT_NAMES)[number]

/** A page that every peer has, with the same markup and data. */
export type PageName = 'home' | 'links' | 'list' | 'cold' | 'queue' | 'item' | 'photos' | 'doc'

export type Peer = {
  name: PeerName
  /** Folders below `peers` that it is put together of; files of a later one replace those of an earlier one. */
  sources: readonly string[]
  /** Without a table of redirects in any build. */
  hasNoRules?: true
  /** The name in tables and charts. */
  label: string
  /** The package whose version is named. */
  package: string
  /** Programs and their arguments, from the folder that the peer is built in. */
  build: readonly string[]
  start: (port: number) => readonly string[]
  dev: (port: number) => readonly string[]
  /** Output folders of a build; without `caches` too, the next build is cold. */
  output: readonly string[]
  caches: readonly string[]
  /** Prefix of all its paths. */
  prefix: string
  /** Suffix of the paths of static pages, to which the peer redirects. */
  madeEnd?: string
  /** One more route, at `/<name>`: its file and what that holds. */
  addedRoute: (name: string) => { path: string; source: string }
}

/** Where a peer is put together, installed and built. Below a folder that no tool of the project looks into. */
export function workFolder(peer: string): string {
  return join(root, 'tests/.tmp/peers', peer)
}

const VITE = 'node_modules/vite/bin/vite.js'
export const NEXT = 'node_modules/next/dist/bin/next'
const VINEXT = 'node_modules/vinext/dist/cli.js'
const REACT_ROUTER = 'node_modules/@react-router/dev/bin.cjs'

/**
 * Fairlead is one of them: an application whose own pages are the bench's, as a team would make it. Pages of the lab would not
 * do, because their markup is the lab's; and the product's frame would have to be rebuilt for each peer.
 */
const FAIRLEAD: Peer = {
  name: 'fairlead',
  sources: ['fairlead'],
  label: 'Fairlead',
  package: 'fairlead',
  build: ['app/fairlead/cli/bootstrap.mjs', 'build'],
  start: () => ['.output/server/index.mjs'],
  dev: () => ['app/fairlead/cli/bootstrap.mjs', 'dev'],
  output: ['.output', '.vinxi'],
  caches: [],
  prefix: '',
  addedRoute: (name) => ({
    path: `app/routes/{-$locale}/${name}.tsx`,
    source: `import { createFileRoute } from '@tanstack/react-router'
import { Simple } from '#app/bench/shared/pages.jsx'
export const Route = createFileRoute('/{-$locale}/${name}')({ component: () => <Simple name="${name}" /> })
`,
  }),
}

const NEXT_PEER: Peer = {
  name: 'next',
  sources: ['next'],
  label: 'Next.js',
  package: 'next',
  build: [NEXT, 'build'],
  start: (port) => [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
  dev: (port) => [NEXT, 'dev', '--port', String(port)],
  output: ['.next'],
  // The cache of builds lies in the output.
  caches: [],
  prefix: '/en',
  addedRoute: (name) => ({
    path: `app/[lang]/${name}/page.jsx`,
    source: `import { Simple } from '../../../shared/pages.jsx'
export default function Page() {
  return <Simple name="${name}" />
}
`,
  }),
}

export const PEERS: Record<PeerName, Peer> = {
  fairlead: FAIRLEAD,
  'fairlead-no-rules': { ...FAIRLEAD, name: 'fairlead-no-rules', label: 'Fairlead, no rules', hasNoRules: true },
  next: NEXT_PEER,
  'next-cache': {
    ...NEXT_PEER,
    name: 'next-cache',
    sources: ['next', 'next-cache'],
    label: 'Next.js PPR',
  },
  'next-uncached': {
    ...NEXT_PEER,
    name: 'next-uncached',
    sources: ['next', 'next-cache', 'next-uncached'],
    label: 'Next.js PPR, no cached data',
  },
  vinext: {
    ...NEXT_PEER,
    name: 'vinext',
    sources: ['next', 'vinext'],
    label: 'vinext',
    package: 'vinext',
    build: [VITE, 'build'],
    start: (port) => [VINEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    dev: (port) => [VITE, 'dev', '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
    output: ['dist', '.next'],
    caches: ['node_modules/.vite'],
  },
  'react-router': {
    name: 'react-router',
    sources: ['react-router'],
    label: 'React Router',
    package: 'react-router',
    build: [REACT_ROUTER, 'build'],
    start: () => ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
    dev: (port) => [REACT_ROUTER, 'dev', '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
    output: ['build', '.react-router'],
    caches: ['node_modules/.vite'],
    prefix: '',
    madeEnd: '/',
    addedRoute: (name) => ({
      path: `app/routes/${name}.jsx`,
      source: `import { Simple } from '../../shared/pages.jsx'
export default function Page() {
  return <Simple name="${name}" />
}
`,
    }),
  },
  'tanstack-start': {
    name: 'tanstack-start',
    sources: ['tanstack-start'],
    label: 'TanStack Start',
    package: '@tanstack/react-start',
    build: [VITE, 'build'],
    start: () => ['server.mjs'],
    dev: (port) => [VITE, 'dev', '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
    output: ['dist'],
    caches: ['node_modules/.vite'],
    prefix: '',
    addedRoute: (name) => ({
      path: `src/routes/{-$locale}/${name}.jsx`,
      source: `import { createFileRoute } from '@tanstack/react-router'
import { Simple } from '../../../shared/pages.jsx'
export const Route = createFileRoute('/{-$locale}/${name}')({ component: () => <Simple name="${name}" /> })
`,
    }),
  },
}

const PATHS: Record<PageName, string> = {
  home: '/',
  links: '/links/100',
  list: '/list',
  cold: '/cold',
  queue: '/queue',
  item: '/item/7',
  photos: '/photos',
  doc: '/handbook/prefetching',
}

/** The address of a page with one of these peers. */
export function pathOf({ prefix, madeEnd = '' }: Peer, page: PageName): string {
  if (page === 'doc') return prefix + PATHS.doc + madeEnd
  return prefix === '' ? PATHS[page] : (prefix + PATHS[page]).replace(/\/$/, '')
}
