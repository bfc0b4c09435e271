import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { listPages, readPage, readSearchIndex } from '#app/handbook/content.server.ts'
import { locales } from 'fairlead/locale'

const locale = v.picklist(locales)
const MAX_SLUG_CHARS = 2_000

export const fetchContents = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ locale })))
  .handler(({ data }) => listPages(data.locale))

export const fetchPage = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ locale, slug: v.string() })))
  // A long slug is cut and not rejected, because it is like any other unknown one.
  .handler(({ data }) => readPage(data.locale, data.slug.slice(0, MAX_SLUG_CHARS)))

export const fetchSearchIndex = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ locale })))
  .handler(
    async ({ data }) =>
      new Response(await readSearchIndex(data.locale), {
        headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      }),
  )
