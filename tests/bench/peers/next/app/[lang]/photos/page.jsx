import { Link } from '../../../link.jsx'
import { Photos } from '../../../shared/pages.jsx'

export default function Page() {
  return <Photos Link={Link} />
}
