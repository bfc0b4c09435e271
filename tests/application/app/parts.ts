import reportDesk from 'fairlead/report-desk/part'

const { databases } = reportDesk

/** Reports are stored, and no page shows them. */
export default [{ storesReports: true, databases }]
