#!/usr/bin/env node
// The command that npx runs. It uses the Node package of the application in whose folder it runs, else the machine's
// Node. It refuses an older Node before it loads code that would fail there.
import process from 'node:process'

const LEAST = [22, 18] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) {
  const { runFromNext } = await import('./command.ts')
  process.exitCode = await runFromNext(process.argv.slice(2))
} else {
  const why = `fairlead-from-next needs Node ${LEAST.join('.')} or newer, and this is ${process.versions.node}`
  process.stderr.write(`${why}; the packages of an application have one, which npx takes in its folder\n`)
  process.exitCode = 1
}
