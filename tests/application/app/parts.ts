import reportDesk from 'fairlead/report-desk/part'

/** Reports are stored, and no page shows them. */
export default [{ storesReports: true, databases: reportDesk.databases }]
