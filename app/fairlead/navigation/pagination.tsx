import type { NavigateOptions, RegisteredRouter } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { Link as RouterLink } from '#fairlead/navigation/link.tsx'

type SearchOf<To extends string> = NavigateOptions<RegisteredRouter, string, To>['search']

/** Pages with numbers from 1, or only the ones before and after, where a cursor finds them. */
type Pages<Search> =
  | { page: number; pages: number; search: (page: number) => Search }
  | { before: Search | undefined; after: Search | undefined; page?: never }

type PaginationProps<To extends string> = Pages<SearchOf<To>> & {
  to: To
  label: string
  previous: ReactNode
  next: ReactNode
  className?: string | undefined
}

// The search is checked by the type of `Pagination`; here it is only passed on.
const Link = RouterLink as unknown as ComponentType<object>

/** A link is active at exactly its search params: the link of the first page, which often has none, would always be. */
const EXACT = { exact: true }

/** Returns the pages to show: the first, the last and those around one. A gap is undefined, and stands for two at least. */
export function pagesToShow(page: number, pages: number): (number | undefined)[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages])
  const shown = [...wanted].filter((each) => each >= 1 && each <= pages).toSorted((one, other) => one - other)
  return shown.flatMap((each, index) => {
    const missing = each - (shown[index - 1] ?? 0) - 1
    return missing === 0 ? [each] : [missing === 1 ? each - 1 : undefined, each]
  })
}

/**
 * Links to the other pages of a list, which work without JavaScript. It shows the first, the last and the ones around
 * the current one; with `before` and `after`, for a list that is read by cursors, only the previous and the next one,
 * where undefined means that there is none. It shows nothing where there is one page. `search` is as in a `Link`, and
 * params of the path stay. The data of the next page is prefetched once its link is on the screen, the data of others
 * at intent.
 *
 *     <Pagination
 *       to="/tides"
 *       page={page}
 *       pages={pages}
 *       search={(number) => ({ ...search, page: number })}
 *       label="Pages"
 *       previous="Previous"
 *       next="Next"
 *     />
 */
export function Pagination<const To extends string>(props: PaginationProps<To>) {
  const { to, label, className } = props
  const format = useFormatter()
  const isNumbered = props.page !== undefined
  const before = isNumbered
    ? props.page > 1 && props.search(Math.max(1, Math.min(props.page - 1, props.pages)))
    : props.before
  const after = isNumbered ? props.page < props.pages && props.search(props.page + 1) : props.after
  if (isNumbered ? props.pages < 2 && props.page === 1 : !before && !after) return null
  return (
    <nav aria-label={label} className={className}>
      <ul role="list">
        {before && (
          <li>
            <Link {...{ to, search: before, rel: 'prev', activeOptions: EXACT }}>{props.previous}</Link>
          </li>
        )}
        {isNumbered &&
          pagesToShow(props.page, props.pages).map((page, index, shown) => (
            <li key={page ?? `after ${shown[index - 1]}`}>
              {page === undefined ? (
                '…'
              ) : (
                <Link
                  {...{ to, search: props.search(page), activeOptions: EXACT }}
                  {...(page === props.page && { 'aria-current': 'page' })}
                >
                  {format.number(page)}
                </Link>
              )}
            </li>
          ))}
        {after && (
          <li>
            <Link {...{ to, search: after, rel: 'next', preload: 'viewport', activeOptions: EXACT }}>{props.next}</Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
