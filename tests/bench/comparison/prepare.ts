import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compileHandbook } from '#app/handbook/compiler/compile-handbook.ts'
import { localizeLinks } from '#app/handbook/compiler/links.ts'
import routing from '#app/routing.ts'
import { rulesOf } from '#tests/bench/peers/shared/rules.js'
import { type Peer, PEER_NAMES, type PeerName, PEERS, workFolder } from '#tests/bench/comparison/peers.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const SOURCES = join(root, 'tests/bench/peers')

/** Variants of a peer's build: additional routes, and redirects. */
export type Variant = { routes: number; rules: number }

export const USUAL: Variant = { routes: 0, rules: 1_000 }

/** Runs a program to its end, quietly. Throws with the end of what it said when it fails. */
async function run(cwd: string, command: string, args: readonly string[], variables: NodeJS.ProcessEnv): Promise<void> {
  const log = join(root, 'tests/.tmp/peers', 'last-command.log')
  const out = openSync(log, 'w')
  const child = spawn(command, args, { cwd, env: { ...process.env, ...variables }, stdio: ['ignore', out, out] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0) return
  const said = readFileSync(log, 'utf8').split('\n').slice(-30).join('\n')
  throw new Error(`${[command, ...args].join(' ')} failed in ${cwd}\n${said}`)
}

/** The page that is compared, as the handbook compiles it, in two languages. */
async function docs(): Promise<Record<string, unknown>> {
  const handbook = await compileHandbook<string>({ ...routing, folder: join(root, 'app/handbook/content') })
  const pages = (['en', 'de'] as const).map((lang) => {
    const placed = (handbook[lang] ?? handbook.en)?.find(({ slug }) => slug === 'prefetching')
    if (!placed) throw new Error('the handbook has no page on prefetching, which the bench compares')
    const { title, summary, html } = placed.page
    const links = `${lang === 'en' ? '' : `/${lang}`}/handbook`
    return [lang, { title, summary, html: localizeLinks(html, links), lang: placed.lang }]
  })
  return Object.fromEntries(pages) as Record<string, unknown>
}

type Files = Map<string, string | Buffer>

/** Reads the files in a folder, by their paths below another one. */
function filesIn(folder: string, to = ''): [path: string, content: Buffer][] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [join(to, relative(folder, file)), readFileSync(file)]
  })
}

/** Reads folders of `peers`, the shared one with them. A file of a later one takes the place of one of an earlier. */
function peerFiles(sources: readonly string[], shared = 'shared'): Files {
  return new Map([
    ...sources.flatMap((source) => filesIn(join(SOURCES, source))),
    ...filesIn(join(SOURCES, 'shared'), shared),
    ['public/favicon.svg', readFileSync(join(root, 'public/favicon.svg'))],
  ])
}

/** Files that the bench replaces, and those of the handbook, the lab and the desk: the peers have none of them. */
const LEFT_OUT = [
  /^(?:tests|\.ci|\.github|app\/(?:home|lab|handbook|from-next))\//,
  /^app\/routes\/\{-\$locale\}\/(?:lab|handbook|reports|llms)\b/,
  /^app\/locales\/[^/]+\/(?:lab|handbook)\.json$/,
  /^app\/fairlead\/report-desk\b/,
]

/** Reads the files of Fairlead, with the library, that the bench does not replace. */
function fairleadFiles(): Files {
  const paths = projectFiles().filter((path) => !LEFT_OUT.some((pattern) => pattern.test(path)))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path))]))
}

const isFairlead = ({ sources }: Peer): boolean => sources.includes('fairlead')

async function filesOf(peer: Peer, { routes, rules }: Variant): Promise<Files> {
  const shared = isFairlead(peer) ? 'app/bench/shared' : 'shared'
  const files = new Map([...(isFairlead(peer) ? fairleadFiles() : []), ...peerFiles(peer.sources, shared)])
  files.set(join(shared, 'docs.json'), JSON.stringify(await docs()))
  if (isFairlead(peer)) {
    // The styles of the bench, as with the peers.
    files.set('app/styles/styles.css', readFileSync(join(SOURCES, 'shared/style.css')))
    files.set('rules.json', JSON.stringify(rulesOf(rules)))
  }
  const names = Array.from({ length: routes }, (_, index) => `route-${index + 1}`)
  for (const { path, source } of names.map(peer.addedRoute)) files.set(path, source)
  if (peer.name === 'react-router') files.set('app/added.json', JSON.stringify(names))
  return files
}

/** Writes files into the folder of a peer. Of what was there, packages and what builds have made stay. */
function write(name: string, files: Files, output: readonly string[] = []): void {
  const folder = workFolder(name)
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder)) {
    if (entry !== 'node_modules' && !output.includes(entry)) rmSync(join(folder, entry), { recursive: true })
  }
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Installs what its package.json names, once. No lock file: it would name a compiler for each platform. */
export async function installPeer(name: string): Promise<void> {
  const folder = workFolder(name)
  const wanted = readFileSync(join(SOURCES, name, 'package.json'), 'utf8')
  const stamp = join(folder, 'node_modules/installed.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say(`installing ${name}`)
  mkdirSync(folder, { recursive: true })
  cpSync(join(SOURCES, name, 'package.json'), join(folder, 'package.json'))
  await run(folder, 'npm', ['install', '--include=dev', '--no-package-lock', '--no-audit', '--no-fund'], {})
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

export function buildVariables({ rules }: Variant): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    RULES: String(rules),
    ROUTING_TABLE: 'routing.ts',
  }
}

/** Removes what a build has made and remembered. */
export function cool({ name, output, caches }: Peer): void {
  for (const path of [...output, ...caches]) rmSync(join(workFolder(name), path), { recursive: true, force: true })
}

/** Name of the file that says what a peer, and in its output a build, is made of. */
const MADE_OF = 'made-of'
const stampOf = ({ name, output: [folder = ''] }: Peer) => join(workFolder(name), folder, MADE_OF)

/** Installs a peer and puts it together, without a build. Returns true if it has been built so already. */
export async function putTogether(peer: Peer, variant: Variant = USUAL): Promise<boolean> {
  const files = await filesOf(peer, variant)
  const hash = createHash('sha256').update(`${process.version} ${JSON.stringify(variant)}`)
  for (const path of [...files.keys()].toSorted()) hash.update(`\0${path}\0`).update(files.get(path) ?? '')
  const made = hash.digest('hex')
  if (existsSync(stampOf(peer)) && readFileSync(stampOf(peer), 'utf8') === made) return true
  const packages = join(workFolder(peer.name), 'node_modules')
  write(peer.name, files.set(MADE_OF, made), peer.output)
  if (!isFairlead(peer)) await installPeer(peer.name)
  else if (!existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages)
  return false
}

/** Builds a peer from its folder. */
export async function buildPeer(peer: Peer, variant: Variant): Promise<void> {
  rmSync(stampOf(peer), { force: true })
  await run(workFolder(peer.name), process.execPath, peer.build, buildVariables(variant))
  cpSync(join(workFolder(peer.name), MADE_OF), stampOf(peer))
}

/** Puts a peer together and builds it, unless that has been done. */
export async function prepare(peer: Peer, usual: Variant = USUAL): Promise<void> {
  const variant = peer.hasNoRules ? { ...usual, rules: 0 } : usual
  if (await putTogether(peer, variant)) return
  say(`building ${peer.label}${usual === USUAL ? '' : ` with ${variant.routes} more routes, ${variant.rules} rules`}`)
  // Caches of another variant slow this build down.
  cool(peer)
  await buildPeer(peer, variant)
}

/** Puts together, installs and builds a peer that is not one of the compared servers. */
export async function buildStandalone(
  name: string,
  program: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  write(name, peerFiles([name]))
  await installPeer(name)
  await run(workFolder(name), process.execPath, program, variables)
}

/** Builds all peers; Fairlead without redirects only for the parts that measure it. */
export async function prepareAll(names: readonly PeerName[] = PEER_NAMES): Promise<void> {
  for (const name of names) await prepare(PEERS[name])
}
