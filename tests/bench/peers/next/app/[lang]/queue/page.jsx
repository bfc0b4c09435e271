import { Link } from '../../../link.jsx'
import { perRequest } from '../../../per-request.jsx'
import { readList } from '../../../data.js'
import { List } from '../../../shared/pages.jsx'

export default perRequest(async () => (
  <List Link={Link} list={await readList(20)} title="Queue" when="view" last="99" />
))
