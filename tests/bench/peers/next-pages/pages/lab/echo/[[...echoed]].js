import { Page, reached } from '../../../reached.js'

export const getServerSideProps = reached('/lab/echo', 'echoed')

export default Page
