import { createFileRoute } from '@tanstack/react-router'
import { DeskError, deskVitals, VitalsPage } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/vitals')({
  ...deskVitals,
  component: VitalsPage,
  errorComponent: DeskError,
})
