import { expect, it } from 'vitest'
import { decidePosition } from '#fairlead/navigation/interception/dialog-position.ts'

const link = { hasHash: false, isPlace: false, resetScroll: true, isNavigation: true, kept: undefined }
const place = { ...link, hasHash: true, isPlace: true }

it.each([
  ['a link is at its top', link, 0],
  ['a link that keeps the position stays', { ...link, resetScroll: false }, undefined],
  ['a link to a place is there', place, 'place'],
  ['a link to a place that keeps the position is there', { ...place, resetScroll: false }, 'place'],
  ['a link to the place that it was at is there again', { ...place, kept: 40 }, 'place'],
  ['a link to a hash that is no place stays', { ...place, isPlace: false }, undefined],
  ['a step is where the entry was left', { ...link, isNavigation: false, kept: 40 }, 40],
  ['a step to a place is where the entry was left', { ...place, isNavigation: false, kept: 40 }, 40],
  ['a step to an entry that was not seen is at its top', { ...link, isNavigation: false }, 0],
  ['a step to a place that was not seen is there', { ...place, isNavigation: false }, 'place'],
] as const)('the position in a dialog after a step: %s', (_, arrival, position) => {
  expect(decidePosition(arrival)).toBe(position)
})
