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

/** The server function of a form. */
export type FormFunction<Result> = {
  (options: { data: FormData; signal?: AbortSignal; fetch?: typeof fetch }): Promise<Result>
  url: string
}

export type FormOptions<Result, Field extends string> = {
  /** Name of the form, unique on its page; the same as in its server function. */
  name: string
  call: FormFunction<Result | Response>
  /** From the loader of the page. */
  drafts: readonly Draft[]
  /** Fields whose values are restored when the page is rendered again. Others are not stored. */
  keeps?: readonly Field[]
  /**
   * Keys of the queries to invalidate after success, with their prefetched data: all queries, if left out.
   */
  invalidates?: readonly QueryKey[]
  /** Updates the cache before the response; returns a function that rolls back. */
  optimistic?: (data: FormData) => () => void
  /** Replaces `fetch`. */
  send?: (url: RequestInfo | URL, init?: Upload) => Promise<Response>
}

export type FormState<Result, Field extends string> = {
  /** Props of the `<form>`, which also works without JavaScript. */
  props: Pick<ComponentPropsWithoutRef<'form'>, 'action' | 'method' | 'encType' | 'onSubmit' | 'id'>
  pending: boolean
  messages: FieldMessages
  /** Values that were typed before the page was rendered again. */
  values: Readonly<Partial<Record<Field, string>>>
  /** Reason why the last submission failed, for `<SubmissionFailure>`. The form stays as it is. */
  failure: SubmissionFailure | undefined
  /** Set if files were chosen and are lost. */
  filesLost: boolean
  /** Result of the last submission. */
  result: Result | undefined
  /** Aborts the request. */
  cancel: () => void
}

/** Returns the messages by field of a failed submission. */
function fieldMessagesFrom(error: unknown): FieldMessages {
  return error instanceof PublicError ? (error.fields ?? { '': error.message }) : {}
}

/**
 * Checks the fields that a form of this page restores. In development.
 *
 * @throws Error if one of them is secret by its type or its `autocomplete`
 */
function assertNoSecrets(name: string, keeps: readonly string[]): void {
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
 * Returns the state of a form with a server function: a mutation with JavaScript, a plain post without. After success it
 * invalidates queries and follows the function's redirect.
 */
export function useForm<Result extends object, const Field extends string = never>(
  options: FormOptions<Result, Field>,
): FormState<Result, Field> {
  const { name, call, drafts, keeps = [], invalidates, optimistic, send } = options
  const queryClient = useQueryClient()
  const router = useRouter()
  const run = useServerFn(call)
  const form = useRef<HTMLFormElement | null>(null)
  // Not a variable of the mutation, whose cache would hold the values, secrets as well.
  const sent = useRef<FormData>(undefined)
  const [isDone, setDone] = useState(false)
  const abortController = useRef<AbortController>(undefined)

  const mutation = useMutation({
    mutationKey: ['form', name],
    // Fails at once when offline; by default Query would wait.
    networkMode: 'always',
    mutationFn: () => {
      const data = sent.current ?? new FormData()
      abortController.current = new AbortController()
      const { signal } = abortController.current
      const custom = send && { fetch: (url: RequestInfo | URL, init?: Upload) => sendRequest(url, init, send) }
      return submit(run({ data, signal, ...custom }) as Promise<Result | undefined>)
    },
    onMutate: () => sent.current && optimistic?.(sent.current),
    onError: (_error, _data, rollback) => rollback?.(),
    onSuccess: async (result) => {
      setDone(true)
      form.current?.reset()
      // A function that throws a redirect has no result.
      const next = result && getRedirect(result)
      await revalidate(router, queryClient, invalidates, next)
      if (next !== undefined) await router.navigate({ href: next })
    },
    onSettled: () => void (sent.current = undefined),
    // A missing server function is reported by the version-skew notice.
    throwOnError: (error) =>
      !(error instanceof PublicError || error instanceof StaleServerFnError || error instanceof SubmissionError),
  })
  useEffect(() => {
    if (import.meta.env.DEV) assertNoSecrets(name, keeps)
  }, [name, keeps])
  // Leaving the page aborts the request.
  useEffect(() => () => abortController.current?.abort(), [])

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
    // Kept after a failure: fields that were not edited would lose their default value.
    values: (isDone ? {} : (draft?.values ?? {})) as FormState<Result, Field>['values'],
    failure: mutation.error instanceof SubmissionError ? mutation.error.failure : undefined,
    filesLost: own?.files ?? false,
    result: mutation.data ?? (own?.result as Result | undefined),
    cancel: () => abortController.current?.abort(),
  }
}
