import reportDesk from 'fairlead/report-desk/part'

/** The parts of the application, for commands and builds. Those of requests are in `server.ts`. */
export default [reportDesk]
