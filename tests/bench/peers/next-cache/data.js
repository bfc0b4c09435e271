// What pages read, cached in the browser and not by the server: each request reads anew, as with the other peers, but a
// prefetch may hold the result. Without a directive it would hold the fallback alone.
// https://nextjs.org/docs/app/guides/optimizing-prefetching#resolve-url-data-at-prefetch-time
// https://nextjs.org/docs/app/api-reference/directives/use-cache-private
// The profile lets the browser keep a result for five minutes, as all named ones do but `seconds`.
// https://nextjs.org/docs/app/api-reference/functions/cacheLife#preset-cache-profiles
import { cacheLife } from 'next/cache'
import * as data from './shared/data.js'

export async function readList(count) {
  'use cache: private'
  cacheLife('minutes')
  return data.readList(count)
}

export async function readItem(id) {
  'use cache: private'
  cacheLife('minutes')
  return data.readItem(id)
}

export async function readPhoto(id) {
  'use cache: private'
  cacheLife('minutes')
  return data.readPhoto(id)
}
