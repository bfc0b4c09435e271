import reportDesk from 'fairlead/report-desk/part'

export default [reportDesk]
