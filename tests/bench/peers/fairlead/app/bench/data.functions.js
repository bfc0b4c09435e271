import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { countOf, readItem, readList, readPhoto } from '#app/bench/shared/data.js'
import { checked } from '#app/errors/checked.ts'

const text = checked(v.pipe(v.string(), v.maxLength(200)))

export const fetchList = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => readList(countOf(data)))

export const fetchItem = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => readItem(data))

export const fetchPhoto = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => readPhoto(data))
