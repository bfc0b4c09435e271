import { builtFunctions } from '#fairlead/cli/built-functions.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { launchedBrowser } from '#fairlead/testing/browser.ts'
import { waitsInEnglish } from '#fairlead/testing/click-without-responses.ts'
import { startApplication } from '#fairlead/testing/start-application.ts'
import { type TriedPair, tryLinks } from '#fairlead/testing/try-links.ts'

const USAGE = `Usage: npx fairlead instant [PATH…]    clicks on a link of each pair of routes, and says what it waited for:
                                       of all pages, or of the pages at these paths alone`

/** True if the link could not be tried, or waits although its route promises that it does not. */
const isFailure = ({ fault, isInstant, waits }: TriedPair): boolean =>
  fault !== undefined || (isInstant && waits.length > 0)

function lineOf(pair: TriedPair, showName: (name: string) => string): string {
  const { from, to, href, page, fault, waits } = pair
  const end = fault === undefined ? `waits for ${waitsInEnglish(waits, showName)}` : `could not be tried: ${fault}`
  return `${isFailure(pair) ? 'FAILED  ' : ''}${from} → ${to} (${href} on ${page}) ${end}\n`
}

/** The command `instant`, on a built application. Resolves to the exit code: 1 when a link fails. */
export async function runInstant(paths: readonly string[]): Promise<number> {
  if (paths.some((path) => !path.startsWith('/'))) throw new CommandError(USAGE, 2)
  const since = performance.now()
  await using application = await startApplication()
  const browser = await launchedBrowser()
  const pairs = await tryLinks(
    await browser.newContext({ baseURL: application.origin, reducedMotion: 'reduce' }),
    paths,
  )
  await browser.close()
  const failed = pairs.filter(isFailure).length
  const instant = pairs.filter(({ fault, waits }) => fault === undefined && waits.length === 0).length
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  const summary = `${pairs.length} pairs, ${instant} wait for nothing, ${failed} failed (${seconds} s)\n`
  const names = new Map(builtFunctions(process.cwd()).map(({ id, name }) => [id, name]))
  const showName = (name: string) => names.get(name.slice(name.lastIndexOf('/') + 1)) ?? name
  process.stdout.write(pairs.map((pair) => lineOf(pair, showName)).join('') + summary)
  return failed > 0 ? 1 : 0
}
