import { Suspense, use } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UNFINISHED_BOUNDARY } from '#fairlead/server/render/render-page.server.tsx'

const never = new Promise<string>(() => {})
const Waits = () => use(never)
const Fails = () => {
  throw new Error('a failure')
}

it.each([
  ['has no mark for a boundary whose content is there', <p key="1">there</p>, false],
  ['marks a boundary that suspends', <Waits key="2" />, true],
  ['marks a boundary that fails', <Fails key="3" />, true],
])('a string of React %s', (_, content, isMarked) => {
  const html = renderToString(
    <main>
      <Suspense fallback="waiting">{content}</Suspense>
    </main>,
  )
  expect(html.includes(UNFINISHED_BOUNDARY)).toBe(isMarked)
})
