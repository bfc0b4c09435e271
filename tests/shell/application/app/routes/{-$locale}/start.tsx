import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from '#app/metadata/page-meta.ts'
import { Link } from '#app/navigation/link.tsx'

export const Route = createFileRoute('/{-$locale}/start')({
  head: (head) => ({ meta: pageMeta(head, 'Start', 'Links to the other pages.') }),
  component: Start,
})

function Start() {
  return (
    <>
      <h1>Start</h1>
      <ul>
        <li>
          <Link to="/{-$locale}/links">Links</Link>
        </li>
        <li>
          <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '1' })}>
            Item
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/gallery">Gallery</Link>
        </li>
        <li>
          <Link to="/{-$locale}/feed">Feed</Link>
        </li>
        <li>
          <Link to="/{-$locale}/photo/$id" params={(params) => ({ ...params, id: '1' })}>
            Photo
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/errors">Errors</Link>
        </li>
        <li>
          <Link to="/{-$locale}/forms">Forms</Link>
        </li>
        <li>
          <Link to="/{-$locale}/redirects">Redirects</Link>
        </li>
        <li>
          <Link to="/{-$locale}/echo/$">Echo</Link>
        </li>
        <li>
          <Link to="/{-$locale}/docs/new">Docs</Link>
        </li>
      </ul>
    </>
  )
}
