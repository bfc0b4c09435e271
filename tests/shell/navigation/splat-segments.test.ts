import { describe, expect, it } from 'vitest'
import { splatSegments } from '#app/navigation/splat-segments.ts'

describe('segments of a catch-all', () => {
  it.each([
    ['/lab/echo', undefined],
    ['/lab/echo/', undefined],
    ['/de/lab/echo', undefined],
    ['/lab/echo/a', ['a']],
    ['/lab/echo/a/b', ['a', 'b']],
    ['/lab/echo/a%2Fb/c', ['a/b', 'c']],
    ['/ja/lab/echo/日本/é', ['日本', 'é']],
    ['/lab/echo/100%25', ['100%']],
    ['/lab/echo/%252F', ['%2F']],
    ['/lab/echo/a+b', ['a+b']],
    ['/lab/echo/%3F%23', ['?#']],
  ])('%s is %j', (pathname, segments) => {
    expect(splatSegments(pathname, '/lab/echo')).toEqual(segments)
  })
})
