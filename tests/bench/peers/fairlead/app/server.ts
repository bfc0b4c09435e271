import { createServer } from 'fairlead/server'
import { getRouter } from '#app/router.tsx'

export default createServer({ getRouter })
