import { notFound, redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'

/** The latest 100 orders, latest first. */
const ordered: string[] = []

const order = v.object({
  text: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(80)),
  /** What the form ends with: it stays, or goes to the list, to the next ware, or nowhere. */
  end: v.optional(v.picklist(['list', 'next', 'moved', 'missing'])),
})

export const readOrders = createServerFn({ method: 'GET' }).handler(() => ordered)

const placeOrder = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(order, ({ text, end }) => {
      ordered.unshift(text)
      ordered.splice(100)
      if (end === 'missing') throw notFound()
      if (end === 'moved') throw redirect({ to: '/{-$locale}/chandlery' })
      if (end === 'list') return { to: '/{-$locale}/chandlery' as const, flash: 'Ordered.' }
      return end === 'next' ? { to: '/{-$locale}/ware/$id' as const, params: { id: '2' } } : {}
    }),
  )

export const orderForm = defineForm({ name: 'order', schema: order, submit: placeOrder })
