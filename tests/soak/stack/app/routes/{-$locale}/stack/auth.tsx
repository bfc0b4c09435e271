import { createFileRoute } from '@tanstack/react-router'
import { createAuthClient } from 'better-auth/react'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/auth')({ component: Auth })

const client = createAuthClient()

function Auth() {
  const { data } = client.useSession()
  const account = { name: 'Ada', email: `${Date.now()}@example.org`, password: 'a password of a test' }
  return <Recipe go={() => void client.signUp.email(account)}>{data?.user.name}</Recipe>
}
