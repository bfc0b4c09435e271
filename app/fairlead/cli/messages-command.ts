import { loadTable } from '#fairlead/cli/routes-command.ts'
import { checkLanguage, type LanguageReport, messageSources } from '#fairlead/host/vite/message-files.ts'
import { writeAllMessageTypes } from '#fairlead/host/vite/message-types.ts'

function describeLanguage(locale: string, defaultLocale: string, { total, missing }: LanguageReport): string[] {
  if (missing.length === 0) return [`${locale}: complete, ${total} messages`]
  return [`${locale}: ${missing.length} of ${total} messages are missing and shown in ${defaultLocale}`].concat(
    missing.map((key) => `  ${key}`),
  )
}

/**
 * Writes the types of the messages. Prints the messages that each language lacks. On standard error it prints messages
 * that the default language does not have, and translations with wrong arguments or plurals.
 *
 * @returns the exit code: 1 for messages that nothing can show, or that fail when they are shown
 */
export async function printMessages(root = process.cwd()): Promise<number> {
  const { locales, defaultLocale } = await loadTable(root)
  const sources = await messageSources(root)
  writeAllMessageTypes(sources, defaultLocale)
  const reports = locales.map((locale) => ({ locale, report: checkLanguage(sources, locale, defaultLocale) }))
  const lines = reports.flatMap(({ locale, report }) => describeLanguage(locale, defaultLocale, report))
  process.stdout.write(`${lines.join('\n')}\n`)
  const unknown = reports.flatMap(({ locale, report }) =>
    report.unknown.map((key) => `${locale}: ${key}: ${defaultLocale} has no such message; rename or delete it\n`),
  )
  const faults = reports.flatMap(({ locale, report }) => report.faults.map((fault) => `${locale}: ${fault}\n`))
  process.stderr.write([...unknown, ...faults].join(''))
  return unknown.length + faults.length > 0 ? 1 : 0
}
