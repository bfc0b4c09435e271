import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/{-$locale}/docks/_dry/hull')({ component: () => <h1>Hull</h1> })
