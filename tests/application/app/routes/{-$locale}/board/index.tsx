import { createFileRoute } from '@tanstack/react-router'

/** The board without a page in its outlet. */
export const Route = createFileRoute('/{-$locale}/board/')({})
