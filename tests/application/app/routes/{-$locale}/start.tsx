import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/start')({
  head: (head) => ({ meta: pageMeta(head, 'Start', 'Links to the other pages.') }),
  component: Start,
})

const PAGES = [
  ['Links', '/{-$locale}/links'],
  ['Gallery', '/{-$locale}/gallery'],
  ['Feed', '/{-$locale}/feed'],
  ['Errors', '/{-$locale}/errors'],
  ['Forms', '/{-$locale}/forms'],
  ['Redirects', '/{-$locale}/redirects'],
  ['Echo', '/{-$locale}/echo/$'],
  ['Docs', '/{-$locale}/docs/new'],
] as const

function Start() {
  return (
    <>
      <h1>Start</h1>
      <ul>
        {PAGES.map(([name, to]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li>
          <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '1' })}>
            Item
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/photo/$id" params={(params) => ({ ...params, id: '1' })}>
            Photo
          </Link>
        </li>
      </ul>
    </>
  )
}
