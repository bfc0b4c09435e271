import { Link } from '../../../../link.jsx'
import { perRequest } from '../../../../per-request.jsx'
import { readItem } from '../../../../data.js'
import { Item } from '../../../../shared/pages.jsx'

// No loading.jsx: with one, a click would show a placeholder first, and what is measured is the page itself.
// https://nextjs.org/docs/app/api-reference/file-conventions/loading
export default perRequest(async ({ id }) => <Item Link={Link} item={await readItem(id)} />)
