import { expect, it } from 'vitest'
import { hasRobots } from '#fairlead/errors/error-page.ts'

const named = { status: 'success', meta: [{ title: 'Reports' }, { name: 'robots', content: 'noindex' }] } as const
const plain = { status: 'success', meta: undefined } as const
const failed = { status: 'error', meta: undefined } as const

it.each([
  ['its own where no segment has one', [plain, failed], false],
  ['that of the layout around it', [named, failed], true],
  ['that of the page that failed while it was rendered', [plain, named], true],
  ['its own where only what is not shown has one', [plain, failed, named], false],
])('the robots tag of an error page is %s', (_, matches, expected) => {
  expect(hasRobots(matches as unknown as Parameters<typeof hasRobots>[0])).toBe(expected)
})
