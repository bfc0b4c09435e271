import { Link } from '../../../link.jsx'
import { perRequest } from '../../../per-request.jsx'
import { readList } from '../../../data.js'
import { List } from '../../../shared/pages.jsx'

export default perRequest(async () => <List Link={Link} list={await readList(24)} title="List" when="best" />)
