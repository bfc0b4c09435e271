import { createFileRoute } from '@tanstack/react-router'
import { deskElse } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/$')(deskElse)
