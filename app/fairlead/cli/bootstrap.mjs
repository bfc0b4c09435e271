#!/usr/bin/env node
// Entry of every command of package.json. Plain JavaScript for Node 20 and newer, because it runs before anything is
// installed: it installs the packages of the lock file, then runs cli.ts on the Node that is one of them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { takeLock } from '../host/lock.mjs'

// The package works in the folder of the application that runs it.
const isPackage = import.meta.url.includes('/node_modules/')
const root = isPackage ? process.cwd() : fileURLToPath(new URL('../../..', import.meta.url))

// The package runs `new` without an application, and with any Node that runs this file.
const isNew = isPackage && process.argv[2] === 'new'
if (!isNew) process.chdir(root)

// Vite and Rollup name modules by path and read these characters as parts of a URL.
const special = isNew ? null : /[#%?]/.exec(root)
if (special) {
  process.stderr.write(
    `${root}: the path contains ${special[0]}, which breaks builds; move the project to a path without #, % and ?\n`,
  )
  process.exit(1)
}

const NODE = 'node_modules/.bin/node'

function readPackages(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/** Commands that need no package of `devDependencies`. */
const WITHOUT_TOOLS = new Set(['start', 'migrate', 'backup', 'cache', 'jobs', 'reports', 'run', 'console'])

/** Commands that cache their compiled code. A build caches only its tools' code: more would slow the first build. */
const WITH_COMPILE_CACHE = new Set(['dev', 'routes'])

/** Compares npm's record of installed packages with the lock file. `npm ci --omit=dev` is enough for some commands. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  const wanted = Object.entries(readPackages('package-lock.json'))
  const isOmitted = wanted.every(([path, { dev }]) => !dev || installed[path] === undefined)
  const isEnough = isOmitted && WITHOUT_TOOLS.has(process.argv[2])
  return (
    existsSync(NODE) &&
    wanted.every(
      ([path, { version, optional, dev }]) =>
        path === '' || optional || (dev && isEnough) || installed[path]?.version === version,
    )
  )
}

if (!isNew && !isInstalled()) {
  const release = await takeLock('install', () => {
    process.stderr.write('Another process is installing packages in this folder; waiting for it…\n')
  })
  if (!isInstalled()) {
    process.stderr.write('Installing packages (once)…\n')
    // Standard output is reserved for the log. With NODE_ENV=production npm would leave out the packages of a build.
    // Its warnings are about its own Node, which runs nothing else.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const { status } = spawnSync('npm', args, { stdio: ['ignore', 2, 2] })
    if (status !== 0) process.exit(status ?? 1)
  }
  release()
}

if (isNew || Number(process.versions.node.split('.')[0]) >= 24) {
  // A server gets its compiled code from its build.
  if (WITH_COMPILE_CACHE.has(process.argv[2])) module.enableCompileCache('.vinxi/compile-cache')
  await import('#fairlead/cli/cli.ts')
} else {
  const child = spawn(NODE, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
