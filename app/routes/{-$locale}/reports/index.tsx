import { createFileRoute } from '@tanstack/react-router'
import { DeskError, deskProblems, ProblemListPage } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/')({
  ...deskProblems,
  component: ProblemListPage,
  errorComponent: DeskError,
})
