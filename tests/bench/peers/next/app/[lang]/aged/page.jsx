import { readAged } from '../../../shared/data.js'
import { Aged } from '../../../shared/pages.jsx'

export const revalidate = 3600

export default async function Page() {
  return <Aged data={await readAged()} />
}
