import docs from '../../shared/docs.json'
import { Doc } from '../../shared/pages.jsx'

// In a loader, so that the text stays out of the scripts.
export const loader = ({ params }) => docs[params.lang === 'de' ? 'de' : 'en']

export default function Page({ loaderData }) {
  return <Doc doc={loaderData} />
}
