import { createFileRoute } from '@tanstack/react-router'
import { deskLayout, DeskPage } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports')({
  ...deskLayout,
  component: DeskPage,
})
