// The report desk: options and components of its routes.

// oxlint-disable-next-line typescript/triple-slash-reference -- an import would be one of a module
/// <reference path="./report-desk/messages.d.ts" preserve="true" />
export {
  deskCache,
  deskDelivery,
  deskElse,
  deskFind,
  deskJobs,
  deskLayout,
  deskProblems,
  deskReport,
  deskVitals,
} from '#fairlead/report-desk/desk-routes.ts'
export { CachePage } from '#fairlead/report-desk/cache-page.tsx'
export { DeliveryPage } from '#fairlead/report-desk/delivery-page.tsx'
export { DeskError } from '#fairlead/report-desk/desk-error.tsx'
export { JobsPage } from '#fairlead/report-desk/jobs-page.tsx'
export { LookupPage } from '#fairlead/report-desk/desk-layout.tsx'
export { ProblemListPage } from '#fairlead/report-desk/problems/problem-list-page.tsx'
export { ReportPage } from '#fairlead/report-desk/report/report-page.tsx'
export { VitalsPage } from '#fairlead/report-desk/vitals-page.tsx'
export { DeskPage } from '#fairlead/report-desk/desk-page.tsx'
