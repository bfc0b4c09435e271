import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from 'fairlead/sessions'

export const Route = createFileRoute('/{-$locale}/log')({ beforeLoad: requireSession('/{-$locale}/sign-in') })
