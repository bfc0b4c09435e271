// The way into every command of package.json. Plain JavaScript for any Node from 20 on, because it runs before anything
// is installed: it installs what the lock file asks for, then hands over to commands.ts on the Node that came with it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { takeLock } from './lock.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
process.chdir(root)

// Vite and Rollup name modules by path and read these as parts of an address.
const special = /[#%?]/.exec(root)
if (special) {
  process.stderr.write(
    `${root}: the path contains ${special[0]}, which no build survives; move the project to a path without #, % and ?\n`,
  )
  process.exit(1)
}

const NODE = 'node_modules/.bin/node'

function readPackages(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/** Whether npm's own record of what it installed has every package of the lock file, at its version. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  return (
    existsSync(NODE) &&
    Object.entries(readPackages('package-lock.json')).every(
      ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
    )
  )
}

if (!isInstalled()) {
  const release = await takeLock('install', () => {
    process.stderr.write('Another process installs packages in this folder: waiting for it…\n')
  })
  if (!isInstalled()) {
    process.stderr.write('Installing packages (once)…\n')
    // Standard output is kept for the log.
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] })
    if (status !== 0) process.exit(status ?? 1)
  }
  release()
}

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import('./cli.ts')
} else {
  const child = spawn(NODE, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
