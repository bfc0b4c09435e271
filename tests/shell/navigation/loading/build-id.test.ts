import { expect, it } from 'vitest'
import { parseBuildId } from '#app/navigation/loading/version-skew.ts'

it.each([
  ['https://example.org/_build/index-RRtRbLiK.js', 'RRtRbLiK'],
  ['/_build/index-a-b_C-9x.js', 'a-b_C-9x'],
  ['/_build/@fs/app/client.tsx', undefined],
  ['/_build/index-short.js', undefined],
  ['', undefined],
])('the build of %s is %s', (script, build) => {
  expect(parseBuildId(script)).toBe(build)
})
