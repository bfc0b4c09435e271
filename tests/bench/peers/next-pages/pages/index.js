import { Page, reached } from '../reached.js'

export const getServerSideProps = reached('/')

export default Page
