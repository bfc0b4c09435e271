import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns the release of this checkout: `name@version`, and `+commit` if git knows one. */
export function releaseName(): string {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string }
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return `${name}@${version}+${commit.toString().trim()}`
  } catch {
    return `${name}@${version}`
  }
}
