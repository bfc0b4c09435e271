import { Page, reached } from '../../reached.js'

export const getServerSideProps = reached('/lab')

export default Page
