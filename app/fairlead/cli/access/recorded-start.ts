// Stands in for `@tanstack/react-start` where `fairlead access` loads modules of the application: their server functions
// keep what they were made from.
import { createServerFn as create } from '@tanstack/react-start'

export * from '@tanstack/react-start'

type Options = { method: 'GET' | 'POST'; access?: 'public'; validator?: { schema?: unknown; '~run'?: unknown } }

type Builder = { options: Options; handler: (handler: { schema?: unknown }) => object } & Record<PropertyKey, unknown>

/** The options of a server function: `form` is the schema of `handleForm`, `validator` that of another function. */
export type Recorded = Pick<Options, 'method' | 'access'> & { form?: unknown; validator?: unknown }

function recorded(builder: Builder): Builder {
  return new Proxy(builder, {
    apply: (target, _, args: unknown[]) => recorded((target as unknown as (...all: unknown[]) => Builder)(...args)),
    get(target, name) {
      if (name === 'middleware' || name === 'validator')
        return (step: unknown) => recorded((target[name] as (step: unknown) => Builder)(step))
      if (name !== 'handler') return target[name]
      const { method, access, validator } = target.options
      // Inputs are made from the schemas of valibot alone.
      const schema = validator?.['~run'] === undefined ? validator?.schema : validator
      return (handler: { schema?: unknown }) =>
        Object.assign(target.handler(handler), {
          recorded: { method, access, form: handler.schema, validator: schema },
        })
    },
  })
}

export const createServerFn = recorded(create as unknown as Builder)
