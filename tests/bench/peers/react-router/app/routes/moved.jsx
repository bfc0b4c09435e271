import { redirect } from 'react-router'
import { redirectsOf } from '../../shared/rules.js'

const redirectOf = redirectsOf(__RULES__)

// There is no table of redirects: a route for what no other knows, which looks them up.
export function loader({ request }) {
  const location = redirectOf(new URL(request.url).pathname)
  throw location ? redirect(location, 308) : new Response('Not found', { status: 404 })
}

export default function Page() {
  return null
}
