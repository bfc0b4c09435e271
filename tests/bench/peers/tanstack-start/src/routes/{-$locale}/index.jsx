import { createFileRoute } from '@tanstack/react-router'
import { Home } from '../../../shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/')({ component: Home })
