import { readPhoto } from '../../shared/data.js'
import { Photo } from '../../shared/pages.jsx'

export const loader = ({ params }) => readPhoto(params.id)

export default function Page({ loaderData }) {
  return <Photo photo={loaderData} />
}
