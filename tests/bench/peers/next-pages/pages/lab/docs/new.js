import { Page, reached } from '../../../reached.js'

export const getServerSideProps = reached('/lab/docs/new')

export default Page
