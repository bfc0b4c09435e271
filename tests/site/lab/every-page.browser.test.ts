import { describe, it } from 'vitest'
import { expectWholePage } from '#tests/site/browser/whole-page.ts'
import { labPaths } from '#tests/site/lab/pages.ts'

describe('a page of the lab hydrates without console output, fits its window and moves nothing', () => {
  it.each(labPaths)('%s, and axe-core finds nothing serious, wide and light, narrow and dark', (path) =>
    expectWholePage(path, true),
  )
})
