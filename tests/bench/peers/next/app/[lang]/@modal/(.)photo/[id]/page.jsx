import { Modal } from '../../../../../modal.jsx'
import { perRequest } from '../../../../../per-request.jsx'
import { readPhoto } from '../../../../../data.js'
import { Photo } from '../../../../../shared/pages.jsx'

export default perRequest(async ({ id }) => (
  <Modal>
    <Photo photo={await readPhoto(id)} />
  </Modal>
))
