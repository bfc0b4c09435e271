import { createServerFn } from '@tanstack/react-start'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { failWith } from '#app/pages/error-cases.server.ts'
import { KINDS } from '#app/lab/error-cases.ts'

const request = v.object({
  delay: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)), 0),
  fail: v.optional(v.picklist(KINDS)),
})

type Request = v.InferInput<typeof request>

/** Returns a text, or fails, after `delay` milliseconds. */
const readForecast = createServerFn({ method: 'GET' })
  .validator(validate(request))
  .handler(async ({ data: { delay, fail } }): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    return fail ? failWith(fail) : 'Calm seas'
  })

export function forecastQuery(data: Request) {
  return queryOptions({
    queryKey: ['forecast', data],
    queryFn: ({ signal }) => readForecast({ data, signal }),
  })
}
