import { Home } from '../../shared/pages.jsx'

// Made at build time, as every page here that needs nothing of the request.
export default Home
