// https://tanstack.com/start/latest/docs/framework/react/guide/server-functions
import { createServerFn } from '@tanstack/react-start'
import { countOf, readItem, readList, readPhoto } from '../shared/data.js'
import docs from '../shared/docs.json'

export const fetchList = createServerFn()
  .validator((count) => countOf(count))
  .handler(({ data }) => readList(data))

export const fetchItem = createServerFn()
  .validator(String)
  .handler(({ data }) => readItem(data))

export const fetchPhoto = createServerFn()
  .validator(String)
  .handler(({ data }) => readPhoto(data))

export const fetchDoc = createServerFn()
  .validator((lang) => (lang === 'de' ? 'de' : 'en'))
  .handler(({ data }) => docs[data])
