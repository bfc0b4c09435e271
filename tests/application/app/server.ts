import { createServer } from 'fairlead/server'
import pages from '#app/pages/part.server.ts'
import { getRouter } from '#app/router.tsx'

export default createServer({ getRouter, parts: [pages] })
