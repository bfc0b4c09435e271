import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'

async function signIn(form) {
  'use server'
  ;(await cookies()).set('name', String(form.get('name')), { httpOnly: true })
  redirect('/members')
}

export default function Page() {
  return (
    <form action={signIn}>
      <h1>Sign in</h1>
      <input name="name" aria-label="Name" />
      <button>Sign in</button>
    </form>
  )
}
