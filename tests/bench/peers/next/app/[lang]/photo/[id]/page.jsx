import { perRequest } from '../../../../per-request.jsx'
import { readPhoto } from '../../../../data.js'
import { Photo } from '../../../../shared/pages.jsx'

export default perRequest(async ({ id }) => <Photo photo={await readPhoto(id)} />)
