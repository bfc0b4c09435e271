import { describe, expect, it } from 'vitest'
import { slowReason } from '#app/navigation/rules/safe-regexp.ts'

describe('slowReason', () => {
  it.each([
    '(a+)+',
    '(?:\\d+)*',
    '(?:.*)*',
    '(?:a|a)*',
    '(?:\\w|\\d)+x',
    '(?:a|b|ab)*c',
    '(?:a?b?)*',
    '(?:a{0,50}){0,50}',
    '(?:(?:a{0,9}){9}){9}b',
    '(?:.*a){20}b',
    '(?:x+x+)+y',
    '(?:(?:.*)(?:\\/(?:.*))*)x',
    '(?=(?:a+)+b).*',
  ])('%s takes exponential time', (source) => {
    expect(slowReason(source)).not.toBeNull()
  })

  it.each(['\\d+\\d+', '.*.*', '\\w+\\d+x', '.*a.*b', '[a-z-]+-[a-z-]+x', '\\s*[^x]*x'])('%s overlaps', (source) => {
    expect(slowReason(source)).toContain('overlapping')
  })

  it.each([
    '(?!api|_next).*',
    '((?!api|_next).*)',
    '[^/]+',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}',
    '(?:[0-9a-f]{2}){3}',
    '.*\\.[a-z]{2,4}',
    '\\w+-\\d{2,4}\\d?',
    '\\d{4}-\\d{2}-\\d{2}',
    '(?:[^/]+/)*[^/]+',
    '[\\w-]+-\\d+',
    '[a-z]+(?:-[a-z]+)*',
    '.*\\.html',
    '.*(?:Mobile|Android).*',
    '(?<sub>.*)\\.example\\.com',
    'en|de|fr',
    '(?:a|ab)*',
    '[]\\]^]+',
    '\\u00e9+é',
    '',
  ])('%s is harmless', (source) => {
    expect(slowReason(source)).toBeNull()
  })
})
