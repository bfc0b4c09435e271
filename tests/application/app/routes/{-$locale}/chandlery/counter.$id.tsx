import { createFileRoute } from '@tanstack/react-router'
import { readSort } from '#app/pages/ware.tsx'

export const Route = createFileRoute('/{-$locale}/chandlery/counter/$id')({ validateSearch: readSort })
