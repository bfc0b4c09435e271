import { useFormatter } from 'use-intl'
import type { Key, ReactNode } from 'react'
import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import styles from './tables.module.css'

/**
 * A time relative to `now`, the server's clock, with the full time as its title. `title` and `since` add a second time
 * to the title.
 */
export function RelativeTime({ at, now, title, since }: { at: number; now: number; title?: string; since?: number }) {
  const format = useFormatter()
  const fullTime = (time: number) => format.dateTime(time, { dateStyle: 'medium', timeStyle: 'medium' })
  const first = since !== undefined && title !== undefined ? `\n${title} ${fullTime(since)}` : ''
  return (
    <time className={styles.age} dateTime={new Date(at).toISOString()} title={fullTime(at) + first}>
      {format.relativeTime(at, { now: Math.max(now, at), style: 'narrow' })}
    </time>
  )
}

/** Returns a route id without its locale segment, which all routes share. */
export function shortRoute(route: string): string {
  return withoutLocale(route)
}

/** Returns the part that differs between releases: `178f537` for `fairlead@0.1.0+178f5370f8dd`. */
export function shortRelease(release: string): string {
  const [name, build] = release.split('+')
  return build?.slice(0, 7) ?? name?.split('@').at(-1) ?? release
}

/** Formats a number that was counted up to a limit: the limit itself is `100+`. */
export function cappedNumber(format: { number: (value: number) => string }, value: number, limit: number): string {
  return value >= limit ? `${format.number(limit)}+` : format.number(value)
}

export function headings<Column extends string>(t: (name: Column) => string, ...names: Column[]) {
  return Object.fromEntries(names.map((name) => [name, t(name)])) as Record<Column, string>
}

type DataTableProps<Column extends string> = {
  columns: Readonly<Record<Column, ReactNode>>
  rows: readonly ({ readonly id: Key } & Readonly<Record<NoInfer<Column>, ReactNode>>)[]
  /**
   * Makes the table a region with this name that scrolls on narrow screens. The first column then has the headers of
   * the rows.
   */
  label?: string
  className?: string | undefined
}

export function DataTable<Column extends string>({ columns, rows, label, className }: DataTableProps<Column>) {
  const names = Object.keys(columns) as Column[]
  const table = (
    <table className={className}>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {names.map((name, index) =>
              label !== undefined && index === 0 ? (
                <th key={name} scope="row">
                  {row[name]}
                </th>
              ) : (
                <td key={name}>{row[name]}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (label === undefined) return table
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      {table}
    </div>
  )
}

export function Section({ title, empty, children }: { title: string; empty: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children ?? <p className={styles.none}>{empty}</p>}
    </section>
  )
}

/** A section with a table, and with `children` below it. Without rows it shows the text `empty`. */
export function TableSection<Column extends string>({
  title,
  empty,
  children,
  ...table
}: DataTableProps<Column> & { title: string; empty?: string; children?: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {table.rows.length > 0 ? <DataTable {...table} /> : <p className={styles.none}>{empty}</p>}
      {children}
    </section>
  )
}

/** Figures with their captions. `name` is the value of `data-figure`. */
export function Figures({ figures }: { figures: readonly { caption: string; value: ReactNode; name?: string }[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ caption, value, name }) => (
        <div key={caption}>
          <dt>{caption}</dt>
          <dd data-figure={name}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
