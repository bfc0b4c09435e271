import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from 'react'
import { PublicError, type FieldMessages } from '#app/errors/public-error.ts'
import { StaleServerFnError } from '#app/navigation/loading/stale-server-fn.ts'
import { isSecretField } from '#app/navigation/loading/secret-field.ts'
import { SubmissionError, type SubmissionFailure, submit } from '#app/forms/submission.ts'
import { sendRequest } from '#app/navigation/client.ts'
import { revalidate } from '#app/forms/revalidate.ts'
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
  /**
   * The queries that are no longer true once it is done, and with them what was prefetched of them: all, if it is left
   * out.
   */
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
  /** Why it could not be sent the last time, for `<SubmissionFailure>`. The form stays as it is. */
  failure: SubmissionFailure | undefined
  /** Files were chosen and are lost. */
  filesLost: boolean
  /** What the function answered the last time. */
  result: Result | undefined
  /** Gives up; the server hears of it. */
  cancel: () => void
}

/** What is to be said of the fields of an attempt that failed. */
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
  const { name, call, drafts, keeps = [], invalidates, optimistic, send } = options
  const queryClient = useQueryClient()
  const router = useRouter()
  const run = useServerFn(call)
  const form = useRef<HTMLFormElement | null>(null)
  // Not a variable of the mutation, whose cache would keep what was typed, secrets as well.
  const sent = useRef<FormData>(undefined)
  const [isDone, setDone] = useState(false)
  const underWay = useRef<AbortController>(undefined)

  const mutation = useMutation({
    mutationKey: ['form', name],
    // Offline it fails and says so, where Query would have it wait.
    networkMode: 'always',
    mutationFn: () => {
      const data = sent.current ?? new FormData()
      underWay.current = new AbortController()
      const { signal } = underWay.current
      const by = send && { fetch: (url: RequestInfo | URL, init?: Upload) => sendRequest(url, init, send) }
      return submit(run({ data, signal, ...by }) as Promise<Result | undefined>)
    },
    onMutate: () => sent.current && optimistic?.(sent.current),
    onError: (_error, _data, takeBack) => takeBack?.(),
    onSuccess: async (result) => {
      setDone(true)
      form.current?.reset()
      // Where the function redirects there is no result.
      const next = result && getRedirect(result)
      await revalidate(router, queryClient, invalidates, next)
      if (next !== undefined) await router.navigate({ href: next })
    },
    onSettled: () => void (sent.current = undefined),
    // Of a function that is gone the notice of a new version tells.
    throwOnError: (error) =>
      !(error instanceof PublicError || error instanceof StaleServerFnError || error instanceof SubmissionError),
  })
  useEffect(() => {
    if (import.meta.env.DEV) refuseSecrets(name, keeps)
  }, [name, keeps])
  // Leaving the page is giving up.
  useEffect(() => () => underWay.current?.abort(), [])

  const draft = drafts.find((each) => each.form === name)
  const own = mutation.isIdle ? draft : undefined
  return {
    props: {
      id: name,
      action: formAction(call.url, name, keeps),
      method: 'post',
      encType: 'multipart/form-data',
      onSubmit: (event) => {
        event.preventDefault()
        if (sent.current) return
        form.current = event.currentTarget
        sent.current = new FormData(event.currentTarget)
        mutation.mutate()
      },
    },
    pending: mutation.isPending,
    messages: own?.messages ?? fieldMessagesFrom(mutation.error),
    // An attempt that fails leaves them: fields that nobody touched would lose their default value.
    values: (isDone ? {} : (draft?.values ?? {})) as FormState<Result, Field>['values'],
    failure: mutation.error instanceof SubmissionError ? mutation.error.failure : undefined,
    filesLost: own?.files ?? false,
    result: mutation.data ?? (own?.result as Result | undefined),
    cancel: () => underWay.current?.abort(),
  }
}
