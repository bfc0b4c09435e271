import type { Finding } from '#app/from-next/find-all.ts'
import type { Verdict } from '#app/from-next/mapping.ts'

export type Format = 'terminal' | 'markdown' | 'json'

const VERDICTS: readonly Verdict[] = ['done', 'by hand', 'no answer']

export type Summary = {
  /** Places by verdict. */
  readonly places: Readonly<Record<Verdict, number>>
  /** Files by the worst verdict of their places. */
  readonly files: Readonly<Record<Verdict, number>>
  /** An estimate of what is left. The same thing several times in one file counts once. */
  readonly minutes: number
}

/** Counts places and files, and estimates what is left. */
export function summarize(findings: readonly Finding[]): Summary {
  const count = () => ({ done: 0, 'by hand': 0, 'no answer': 0 })
  const [places, files] = [count(), count()]
  const worst = new Map<string, Verdict>()
  const minutes = new Map<string, number>()
  for (const { verdict, path, name, minutes: each } of findings) {
    places[verdict] += 1
    const before = worst.get(path) ?? 'done'
    worst.set(path, VERDICTS.indexOf(verdict) > VERDICTS.indexOf(before) ? verdict : before)
    minutes.set(`${path}\0${name}`, each)
  }
  for (const verdict of worst.values()) files[verdict] += 1
  return { places, files, minutes: [...minutes.values()].reduce((sum, each) => sum + each, 0) }
}

function inHours(minutes: number): string {
  return minutes < 90 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`
}

const sectionUrl = (section: string) => `/handbook/${section}`

/** Returns the lines that say how much is done and left. */
function summaryLines(findings: readonly Finding[]): string[] {
  const { places, files, minutes } = summarize(findings)
  const row = (counts: Readonly<Record<Verdict, number>>) =>
    VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ')
  return [
    `places: ${row(places)}`,
    `files: ${row(files)}`,
    `left: about ${inHours(minutes)}, by a rule of thumb for each kind of place`,
  ]
}

/** Control characters in a name or a path would act on the terminal. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, '?')

/** Formats the findings for a terminal, as Markdown or as JSON. */
export function formatReport(findings: readonly Finding[], format: Format): string {
  if (format === 'json') return `${JSON.stringify({ ...summarize(findings), findings }, null, 2)}\n`
  const groups = VERDICTS.toReversed().map((verdict) => ({
    verdict,
    list: findings.filter((finding) => finding.verdict === verdict),
  }))
  const lines: string[] =
    format === 'markdown' ? ['# From Next.js', '', ...summaryLines(findings).map((line) => `- ${line}`)] : []
  for (const { verdict, list } of groups) {
    if (list.length === 0) continue
    if (format === 'markdown') {
      const cell = (text: string) => printable(text).replaceAll('|', String.raw`\|`)
      lines.push('', `## ${verdict}`, '', '| place | what | how | handbook |', '| --- | --- | --- | --- |')
      for (const { path, line, name, note, section } of list) {
        lines.push(`| \`${cell(path)}:${line}\` | \`${cell(name)}\` | ${cell(note)} | ${sectionUrl(section)} |`)
      }
    } else {
      lines.push(`${verdict} (${list.length})`)
      for (const { path, line, name, note, section } of list) {
        lines.push(`  ${printable(path)}:${line}  ${printable(name)}`, `    ${note} · ${sectionUrl(section)}`)
      }
      lines.push('')
    }
  }
  if (format === 'terminal') lines.push(...summaryLines(findings))
  return `${lines.join('\n')}\n`
}
