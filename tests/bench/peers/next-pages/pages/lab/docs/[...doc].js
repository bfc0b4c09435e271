import { Page, reached } from '../../../reached.js'

export const getServerSideProps = reached('/lab/docs/$', 'doc')

export default Page
