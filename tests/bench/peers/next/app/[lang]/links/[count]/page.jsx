import { Link } from '../../../../link.jsx'
import { perRequest } from '../../../../per-request.jsx'
import { readList } from '../../../../data.js'
import { countOf } from '../../../../shared/data.js'
import { Links } from '../../../../shared/pages.jsx'

export default perRequest(async ({ count }) => <Links Link={Link} list={await readList(countOf(count))} />)
