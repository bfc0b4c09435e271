// The peer with Cache Components, without caches of data: a prefetch ends at an uncached read, so the data is fetched
// after the click. The guide says to cache it; this shows what that is worth.
// https://nextjs.org/docs/app/api-reference/functions/connection
import { connection } from 'next/server'
import * as data from './shared/data.js'

export async function readList(count) {
  await connection()
  return data.readList(count)
}

export async function readItem(id) {
  await connection()
  return data.readItem(id)
}

export async function readPhoto(id) {
  await connection()
  return data.readPhoto(id)
}
