import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from '#app/errors/validate.ts'
import { listPages, readPage, readSearchIndex } from '#app/handbook/content.server.ts'
import { locales } from '#app/navigation/locale/locale.ts'

const locale = v.picklist(locales)
const SLUG_LENGTH_AT_MOST = 2_000

export const fetchContents = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ locale })))
  .handler(({ data }) => listPages(data.locale))

export const fetchPage = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ locale, slug: v.string() })))
  // What is too long for a slug is no slug: the answer is the same as for any other unknown one.
  .handler(({ data }) => readPage(data.locale, data.slug.slice(0, SLUG_LENGTH_AT_MOST)))

export const fetchSearchIndex = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ locale })))
  .handler(
    async ({ data }) =>
      new Response(await readSearchIndex(data.locale), {
        headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      }),
  )
