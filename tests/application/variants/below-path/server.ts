import reportDesk from 'fairlead/report-desk/part.server'
import { createServer } from 'fairlead/server'
import { getRouter } from '#app/router.tsx'

export default createServer({ getRouter, parts: [reportDesk] })
