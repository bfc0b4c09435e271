import { notFound, redirect } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { decideRefreshError } from '#app/navigation/prefetch/revalidate.ts'

const shown = { hadData: true, observers: 1, prefetched: false }
const moved = redirect({ to: '/{-$locale}' })

describe('data on the screen whose refresh', () => {
  it.each([
    ['leads elsewhere takes the page along', moved, { type: 'redirect', redirect: moved }],
    ['finds nothing loads the page anew', notFound(), { type: 'reload' }],
    ['fails leaves the page as it is', new Error('down'), { type: 'nothing' }],
    ['throws what is no error leaves the page as it is', undefined, { type: 'nothing' }],
  ])('%s', (_, error, decision) => {
    expect(decideRefreshError(error, shown)).toEqual(decision)
  })

  it.each([
    ['that a loader waits for', { ...shown, hadData: false }],
    ['that no page shows', { ...shown, observers: 0 }],
    ['that was a prefetch', { ...shown, prefetched: true }],
  ])('moves nobody when it is one %s', (_, query) => {
    expect(decideRefreshError(moved, query)).toEqual({ type: 'nothing' })
    expect(decideRefreshError(notFound(), query)).toEqual({ type: 'nothing' })
  })
})
