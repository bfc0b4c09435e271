import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { Form, useForm } from 'fairlead/forms'
import { enterForm, signIn } from '#app/pages/account.functions.ts'

export const Route = createFileRoute('/{-$locale}/_harbour/(people)/sign-in')({
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: SignIn,
})

function SignIn() {
  const { next } = Route.useSearch()
  const enter = useServerFn(signIn)
  const entering = useForm(enterForm, { values: { name: 'anna' } })
  return (
    <>
      <h1>Sign in</h1>
      <form method="post" action={signIn.url}>
        <input type="hidden" name="next" value={next ?? ''} />
        <label>
          Name <input name="name" defaultValue="anna" />
        </label>
        <button>Sign in by form</button>
      </form>
      <button onClick={() => void enter({ data: { name: 'anna', ...(next !== undefined && { next }) } })}>
        Sign in as anna
      </button>
      <button onClick={() => void enter({ data: { name: 'ben', ...(next !== undefined && { next }) } })}>
        Sign in as ben
      </button>
      <Form form={entering}>
        <input type="hidden" {...entering.field('name').input} />
        <button>Enter</button>
      </Form>
    </>
  )
}
