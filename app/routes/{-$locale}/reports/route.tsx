import { createFileRoute } from '@tanstack/react-router'
import { deskLayout, DeskRoute } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports')({
  ...deskLayout,
  component: DeskRoute,
})
