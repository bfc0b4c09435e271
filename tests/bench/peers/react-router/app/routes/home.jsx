import { Home } from '../../shared/pages.jsx'

export default function Page() {
  return <Home />
}
