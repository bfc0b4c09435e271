import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/{-$locale}/board/_deck/(post)/mail/$id')({})
