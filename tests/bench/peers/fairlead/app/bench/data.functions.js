import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import docs from '#app/bench/shared/docs.json'
import { countOf, readItem, readList, readPhoto } from '#app/bench/shared/data.js'
import { validate } from '#fairlead/errors/validate.ts'

const text = validate(v.pipe(v.string(), v.maxLength(200)))

export const fetchList = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => readList(countOf(data)))

export const fetchItem = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => readItem(data))

export const fetchPhoto = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => readPhoto(data))

export const fetchDoc = createServerFn({ method: 'GET' })
  .validator(text)
  .handler(({ data }) => docs[data === 'de' ? 'de' : 'en'])
