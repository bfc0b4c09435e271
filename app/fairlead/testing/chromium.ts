import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium, type LaunchOptions } from 'playwright-core'
import { findChromium, isExecutable } from '#fairlead/testing/find-chromium.ts'

const isRoot = process.getuid?.() === 0

/** Returns the path of an installed Chromium: `CHROMIUM`, else one of the system, else Playwright's. */
function findInstalled(): string | undefined {
  return findChromium() ?? [chromium.executablePath()].find(isExecutable)
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

/** Installs Chromium: Debian's as root on Debian, else Playwright's. Older releases of Debian have no headless shell. */
function installChromium(): void {
  process.stderr.write('Installing Chromium (once)…\n')
  const install = (name: string) => run('apt-get', ['install', '-y', '-q', name])
  const apt = isRoot && isExecutable('/usr/bin/apt-get')
  if (apt && run('apt-get', ['update', '-q']) && (install('chromium-headless-shell') || install('chromium'))) return
  const withSystemPackages = isRoot ? ['--with-deps'] : []
  run(process.execPath, [
    fileURLToPath(import.meta.resolve('playwright-core/cli.js')),
    'install',
    'chromium',
    ...withSystemPackages,
  ])
}

/** Returns the path of a Chromium; installs one if there is none. */
export function ensureChromium(): string {
  const found = findInstalled()
  if (found) return found
  installChromium()
  const installed = findInstalled()
  if (!installed) throw new Error('There is no Chromium and none could be installed: set CHROMIUM to the path of one')
  return installed
}

/**
 * Disabled features. The first three are internal pages for the address bar, which take a third of the time to open a
 * window. Only the last such list counts, so it repeats Playwright's features that affect pages.
 */
const OFF = `
  WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades
  OptimizationHints PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning
`
  .trim()
  .split(/\s+/)

/**
 * The user agent of every test. The default, `HeadlessChrome`, counts as a robot, and robots get pages that are not streamed.
 */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Returns the launch options of every test. The sandbox does not work for root, and /dev/shm is small in containers. */
export function launchOptions(): LaunchOptions {
  const features = `--disable-features=${OFF.join(',')}`
  const args = [
    '--disable-dev-shm-usage',
    '--force-color-profile=srgb',
    '--disable-lcd-text',
    `--user-agent=${USER_AGENT}`,
    features,
  ]
  return { executablePath: ensureChromium(), args: isRoot ? [...args, '--no-sandbox'] : args }
}
