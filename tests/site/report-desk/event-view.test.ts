import { expect, it } from 'vitest'
import { viewExceptions } from '#fairlead/report-desk/report/read-report.server.ts'
import type { SourceMapper } from '#fairlead/report-desk/source-maps.server.ts'

const mapSource: SourceMapper = ({ filename, lineno }) =>
  filename === 'built.js'
    ? { file: 'app/tide.ts', line: lineno ?? 0, column: 1, name: lineno === 2 ? 'readTide' : undefined, around: [] }
    : undefined

it('a frame of a stack is named as the source of its caller does, else as the build does', () => {
  const frames = [
    { function: 'caller', filename: 'elsewhere.js', lineno: 9, colno: 1 },
    { function: 'n', filename: 'built.js', lineno: 2, colno: 1 },
    { function: 'Rr', filename: 'built.js', lineno: 1, colno: 1 },
  ]
  const [exception] = viewExceptions(
    { exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] } },
    mapSource,
  )
  expect(exception?.frames.map(({ name, location }) => `${name} ${location}`)).toEqual([
    'readTide app/tide.ts:1:1',
    'n app/tide.ts:2:1',
    'caller elsewhere.js:9:1',
  ])
})
