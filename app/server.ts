import reportDesk from 'fairlead/report-desk/part.server'
import { createServer } from 'fairlead/server'
import handbook from '#app/handbook/part.server.ts'
import { getRouter } from '#app/router.tsx'

export default createServer({ getRouter, parts: [handbook, reportDesk] })
