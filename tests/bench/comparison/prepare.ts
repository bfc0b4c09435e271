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
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compileHandbook } from '#app/handbook/compiler/compile-handbook.ts'
import { localizeLinks } from '#app/handbook/compiler/links.ts'
import { presentParts } from '#app/host/commands/parts.ts'
import { planRemoval } from '#app/host/commands/remove-command.ts'
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

/** Writes a file unless it is there as it should be: tools with caches go by the time of a file. */
function put(path: string, content: string | Buffer): void {
  const bytes = Buffer.from(content)
  if (existsSync(path) && readFileSync(path).equals(bytes)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** Returns the files in a folder: the path below it, and the whole one. */
function filesIn(folder: string): [path: string, file: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file.slice(folder.length), file])
}

/** Copies folders into one. A file of a later one takes the place of the same one of an earlier. */
function copyFolders(from: readonly string[], to: string): void {
  for (const [path, file] of new Map(from.flatMap(filesIn))) put(join(to, path), readFileSync(file))
}

/** Files and folders of the parts that can be removed: the peers have no handbook, lab or report desk either. */
function removedFiles(): string[] {
  return presentParts(root).flatMap((part) => planRemoval(root, part, routing).deleted)
}

/** Copies the files of a Fairlead clone, without the files that a team would remove or the bench replaces. */
function copyProject(to: string): void {
  const left = ['tests', '.ci', '.github', 'app/home', ...removedFiles()]
  // An earlier copy may have them.
  for (const path of left) rmSync(join(to, path), { recursive: true, force: true })
  for (const path of projectFiles()) {
    const isLeft = left.some((name) => path === name || path.startsWith(`${name}/`))
    if (!isLeft) put(join(to, path), readFileSync(join(root, path)))
  }
  if (!existsSync(join(to, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
  // The styles of the bench, as with the peers.
  put(join(to, 'app/ui/styles.css'), readFileSync(join(SOURCES, 'shared/style.css')))
}

const isFairlead = ({ sources }: Peer): boolean => sources.includes('fairlead')

async function copyPeer(peer: Peer, { routes, rules }: Variant): Promise<void> {
  const folder = workFolder(peer.name)
  if (isFairlead(peer)) copyProject(folder)
  copyFolders(
    peer.sources.map((source) => join(SOURCES, source)),
    folder,
  )
  const shared = join(folder, isFairlead(peer) ? 'app/bench/shared' : 'shared')
  copyFolders([join(SOURCES, 'shared')], shared)
  put(join(shared, 'docs.json'), JSON.stringify(await docs()))
  put(join(folder, 'public/favicon.svg'), readFileSync(join(root, 'public/favicon.svg')))
  if (isFairlead(peer)) put(join(folder, 'rules.json'), JSON.stringify(rulesOf(rules)))

  const names = Array.from({ length: routes }, (_, index) => `route-${index + 1}`)
  const added = names.map(peer.addedRoute)
  for (const { path, source } of added) put(join(folder, path), source)
  for (let index = routes + 1; ; index++) {
    const path = join(folder, peer.addedRoute(`route-${index}`).path)
    if (!existsSync(path)) break
    rmSync(basename(path) === 'page.jsx' ? dirname(path) : path, { recursive: true })
  }
  if (peer.name === 'react-router') put(join(folder, 'app/added.json'), JSON.stringify(names))
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

/** Hashes the contents of a build's input files. */
function hashOf(folder: string, left: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  const walk = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).toSorted()) {
      const inner = path === '' ? name : `${path}/${name}`
      if (left.includes(inner) || /^(node_modules|data|next-env.d.ts)$/.test(inner)) continue
      if (/[gG]en\.ts$/.test(name)) continue
      if (statSync(join(folder, inner)).isDirectory()) walk(inner)
      else hash.update(`\0${inner}\0`).update(readFileSync(join(folder, inner)))
    }
  }
  walk('')
  return hash.digest('hex')
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

/** Installs a peer and puts it together, without a build. */
export async function putTogether(peer: Peer, variant: Variant = USUAL): Promise<void> {
  if (!isFairlead(peer)) await installPeer(peer.name)
  await copyPeer(peer, variant)
}

/** The file that says what a build was made of. It lies in the output, so that both are deleted together. */
const stampOf = ({ name, output: [folder = ''] }: Peer) => join(workFolder(name), folder, 'built-from')

const built = (peer: Peer, variant: Variant) =>
  `${hashOf(workFolder(peer.name), peer.output)} ${JSON.stringify(variant)}`

/** Builds a peer from its folder. */
export async function buildPeer(peer: Peer, variant: Variant): Promise<void> {
  const made = built(peer, variant)
  rmSync(stampOf(peer), { force: true })
  await run(workFolder(peer.name), process.execPath, peer.build, buildVariables(variant))
  writeFileSync(stampOf(peer), made)
}

/** Puts a peer together and builds it, unless that has been done. */
export async function prepare(peer: Peer, usual: Variant = USUAL): Promise<void> {
  const variant = peer.hasNoRules ? { ...usual, rules: 0 } : usual
  await putTogether(peer, variant)
  if (existsSync(stampOf(peer)) && readFileSync(stampOf(peer), 'utf8') === built(peer, variant)) return
  say(`building ${peer.label}${usual === USUAL ? '' : ` with ${variant.routes} more routes, ${variant.rules} rules`}`)
  // Caches of another variant slow this build down.
  cool(peer)
  await buildPeer(peer, variant)
}

/** Puts together, installs and builds a peer that is no server. */
export async function buildStandalone(name: string): Promise<void> {
  await installPeer(name)
  const folder = workFolder(name)
  copyFolders([join(SOURCES, name)], folder)
  copyFolders([join(SOURCES, 'shared')], join(folder, 'shared'))
  await run(folder, process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {})
}

/** Builds all peers; Fairlead without redirects only for the parts that measure it. */
export async function prepareAll(names: readonly PeerName[] = PEER_NAMES): Promise<void> {
  for (const name of names) await prepare(PEERS[name])
}
