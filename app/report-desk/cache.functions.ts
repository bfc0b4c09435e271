import { createServerFn } from '@tanstack/react-start'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { CACHE_ROWS } from '#app/report-desk/desk-limits.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { readCacheSummary } from '#app/server/cache/process-cache.server.ts'

/** Characters of a text in a table. */
const MAX_TEXT = 300

/** Bytes of a row on the page and in its data, without its texts. */
const ROW_BYTES = 1_200

/** Reads the state of the page cache. */
export const fetchCache = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const { recent, invalidations, ...summary } = await readCacheSummary(CACHE_ROWS)
    const budget = createPageBudget(LIST_BYTES.cache)
    return {
      ...summary,
      invalidations: takeWithin(budget, invalidations, ROW_BYTES, ({ tag, at, by }) => ({
        tag: budget.text(tag, MAX_TEXT),
        at,
        by: budget.text(by, MAX_TEXT),
      })),
      recent: takeWithin(budget, recent, ROW_BYTES, ({ pathname, state, renderedAt, bytes, tags }) => ({
        pathname: budget.text(pathname, MAX_TEXT),
        state,
        renderedAt,
        bytes,
        tags: budget.text(tags.join(' '), MAX_TEXT),
      })),
    }
  })
