import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react'
import { PublicError, type FieldMessages } from '#app/errors/public-error.ts'
import { StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'
import { isSecretField } from '#app/navigation/loading/secret-field.ts'
import { type Draft, formAction, getRedirect } from '#app/forms/form-fields.ts'

type Upload = NonNullable<Parameters<typeof fetch>[1]>

/** A server function that handles a form. */
export type FormFunction<Result> = {
  (options: { data: FormData; signal?: AbortSignal; fetch?: typeof fetch }): Promise<Result>
  url: string
}

export type FormOptions<Result, Field extends string> = {
  /** The form's name among those of its page, as its server function says it. */
  name: string
  call: FormFunction<Result | Response>
  /** From the loader of the page. */
  drafts: readonly Draft[]
  /** The fields that come back as they were typed when the page is made anew. All others are forgotten, as secrets are. */
  keeps?: readonly Field[]
  /** The queries that are no longer true once it is done, and with them what was prefetched of them. */
  invalidates?: readonly QueryKey[]
  /** Shows what will be, before it is; returns how to take it back. */
  optimistic?: (data: FormData) => () => void
  /** Sends the request, where something else than `fetch` is to do it. */
  send?: (url: RequestInfo | URL, init?: Upload) => Promise<Response>
}

export type FormState<Result, Field extends string> = {
  /** For `<form>`: it works as it is without JavaScript. */
  props: Pick<ComponentPropsWithoutRef<'form'>, 'action' | 'method' | 'encType' | 'onSubmit' | 'id'>
  pending: boolean
  messages: FieldMessages
  /** What was typed, when the page was made anew. */
  values: Readonly<Partial<Record<Field, string>>>
  /** Files were chosen and are lost. */
  filesLost: boolean
  /** What the function answered the last time. */
  result: Result | undefined
  /** Gives up; the server hears of it. */
  cancel: () => void
}

/** What is to be said of an attempt that failed; what is no message for people goes to the error page. */
function fieldMessagesFrom(error: unknown): FieldMessages {
  return error instanceof PublicError ? (error.fields ?? { '': error.message }) : {}
}

/**
 * Checks the fields that a form of this page keeps. In development.
 *
 * @throws Error when one of them is secret by its type or its `autocomplete`
 */
function refuseSecrets(name: string, keeps: readonly string[]): void {
  const form = document.getElementById(name)
  if (!(form instanceof HTMLFormElement)) return
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (!keeps.includes(field.name) || !isSecretField(field)) continue
    throw new Error(
      `the form "${name}" keeps "${field.name}", which is secret by its type or autocomplete: remove it from keeps`,
    )
  }
}

/**
 * A form over a server function: a mutation with JavaScript, a plain post without. It goes where the function says,
 * and invalidates the queries it names.
 */
export function useForm<Result extends object, const Field extends string = never>(
  options: FormOptions<Result, Field>,
): FormState<Result, Field> {
  const { name, call, drafts, keeps = [], invalidates = [], optimistic, send } = options
  const queryClient = useQueryClient()
  const router = useRouter()
  const run = useServerFn(call)
  const form = useRef<HTMLFormElement | null>(null)
  const underWay = useRef<AbortController>(undefined)

  const mutation = useMutation({
    mutationKey: ['form', name],
    mutationFn: async (data: FormData): Promise<Result> => {
      underWay.current = new AbortController()
      return (await run({
        data,
        signal: underWay.current.signal,
        ...(send && { fetch: send }),
      })) as Result
    },
    onMutate: (data) => optimistic?.(data),
    onError: (_error, _data, takeBack) => takeBack?.(),
    onSuccess: async (result) => {
      form.current?.reset()
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      const next = getRedirect(result)
      if (next !== undefined) await router.navigate({ href: next })
    },
    // Of a function that is gone the notice of a new version tells.
    throwOnError: (error) =>
      !(error instanceof PublicError || error instanceof StaleServerFnError) && error.name !== 'AbortError',
  })
  useEffect(() => {
    if (import.meta.env.DEV) refuseSecrets(name, keeps)
  }, [name, keeps])
  // Leaving the page is giving up.
  useEffect(() => () => underWay.current?.abort(), [])

  const own = mutation.isIdle ? drafts.find(({ form: of }) => of === name) : undefined
  return {
    props: {
      id: name,
      action: formAction(call.url, name, keeps),
      method: 'post',
      encType: 'multipart/form-data',
      onSubmit: (event) => {
        event.preventDefault()
        form.current = event.currentTarget
        mutation.mutate(new FormData(event.currentTarget))
      },
    },
    pending: mutation.isPending,
    messages: own?.messages ?? fieldMessagesFrom(mutation.error),
    values: (own?.values ?? {}) as FormState<Result, Field>['values'],
    filesLost: own?.files ?? false,
    result: mutation.data ?? (own?.result as Result | undefined),
    cancel: () => underWay.current?.abort(),
  }
}
