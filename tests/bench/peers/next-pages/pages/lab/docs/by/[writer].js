import { Page, reached } from '../../../../reached.js'

export const getServerSideProps = reached('/lab/docs/by/$author', 'writer')

export default Page
