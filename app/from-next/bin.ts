#!/usr/bin/env node
// The command, as npx runs it: with the Node that is a package of the application in whose folder it runs, else with that of
// the machine. It refuses an older one before it loads what fails there.
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
