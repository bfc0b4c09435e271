import { isRedirect } from '@tanstack/react-router'

/** Arguments of an action as a form: what is no form in it is JSON, by its place. */
export function encodeArguments(values: readonly unknown[]): FormData {
  const form = new FormData()
  values.forEach((value, index) => {
    if (value instanceof FormData) {
      form.append('forms', String(index))
      for (const [name, entry] of value) form.append(`${index}.${name}`, entry)
    } else form.append(`json.${index}`, JSON.stringify(value) ?? 'null')
  })
  return form
}

/** Returns the arguments of an action that `encodeArguments` has written. What a visitor sends may be anything. */
export function decodeArguments(data: unknown): unknown[] {
  if (!(data instanceof FormData)) throw new TypeError('an action takes a form')
  const values: unknown[] = []
  for (const index of data.getAll('forms')) values[Math.min(Number(index), 99)] = new FormData()
  for (const [name, entry] of data) {
    const [, kind = '', rest = ''] = /^(json|\d{1,2})\.(.*)$/s.exec(name) ?? []
    const form = values[Number(kind)]
    if (kind === 'json' && typeof entry === 'string') values[Math.min(Number(rest), 99)] = JSON.parse(entry)
    else if (form instanceof FormData) form.append(rest, entry)
  }
  return values
}

type Router = { navigate: (options: object) => Promise<void>; invalidate: () => Promise<void> }

/** Returns the function that calls an action: then it shows what has changed, or goes where the action leads. */
export function callAction(send: (options: { data: FormData }) => Promise<unknown>) {
  return async (...values: unknown[]): Promise<unknown> => {
    const router = typeof window === 'undefined' ? undefined : (window as { __TSR_ROUTER__?: Router }).__TSR_ROUTER__
    try {
      const result = await send({ data: encodeArguments(values) })
      await router?.invalidate()
      return result
    } catch (error) {
      if (!router || !isRedirect(error)) throw error
      await router.invalidate()
      await router.navigate(error.options)
      return undefined
    }
  }
}
