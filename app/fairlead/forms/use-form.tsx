import { type QueryKey, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { type ComponentPropsWithoutRef, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { PublicError, type FieldMessages } from '#fairlead/errors/public-error.ts'
import { checkSizes, RETRY, SubmissionError, submit, TOO_LARGE } from '#fairlead/forms/submission.ts'
import type { FieldName, FormDefinition } from '#fairlead/forms/define-form.ts'
import { formAction, pathnameOf } from '#fairlead/forms/form-fields.ts'
import { getVisitorDrafts, VISITOR_DRAFTS_KEY } from '#fairlead/forms/visitor-drafts.ts'
import { sendRequest } from '#fairlead/navigation/engine.ts'
import { isSecretField } from '#fairlead/navigation/loading/form-snapshot.ts'
import { StaleServerFnError } from '#fairlead/navigation/loading/server-function-response.ts'
import { useTranslations } from 'use-intl'
import styles from './form.module.css'
import { invalidateData, refetchShown, type Refreshed } from '#fairlead/navigation/prefetch/revalidate.ts'

type Send = (url: RequestInfo | URL, init?: NonNullable<Parameters<typeof fetch>[1]>) => Promise<Response>

export type UseFormOptions = {
  /** Part of the form's name and ids, where a page has the form more than once. */
  instance?: string
  /** Returns the text for a message of the schema or of a `PublicError`: the message itself, if left out. */
  translate?: (message: string, field: string) => string
  /** Keys of the queries to invalidate after success, with their prefetched data: all queries, if left out. */
  invalidates?: readonly QueryKey[]
  /** Updates the cache before the response; returns a function that rolls back. */
  optimistic?: (data: FormData) => () => void
  send?: Send
}

export type FormState = ReturnType<typeof useForm>

/** Returns the message of a field; that of a list may be the message of one of its values. */
function messageOf(messages: FieldMessages, field: string): string | undefined {
  return messages[field] ?? Object.entries(messages).find(([key]) => key.startsWith(`${field}.`))?.[1]
}

function messagesOf(error: unknown): FieldMessages {
  return error instanceof PublicError ? (error.fields ?? { '': error.message }) : {}
}

/** @throws Error if a stored field is secret by its type or its `autocomplete`, and not by its schema or name */
function assertNoSecrets(name: string, stored: readonly string[]): void {
  const form = document.getElementById(name)
  if (!(form instanceof HTMLFormElement)) return
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (!stored.includes(field.name) || !isSecretField(field)) continue
    throw new Error(
      `the field "${field.name}" of the form "${name}" is secret by its type or autocomplete: declare it by secret() in the schema`,
    )
  }
}

/**
 * Returns the state of a form: a mutation with JavaScript, a plain post without. After success it invalidates queries and
 * follows the function's redirect.
 */
export function useForm<Schema extends v.GenericSchema, Result extends object>(
  form: FormDefinition<Schema, Result>,
  { instance, translate = (message) => message, invalidates, optimistic, send }: UseFormOptions = {},
) {
  const { submit: call, fields } = form
  const name = instance === undefined ? form.name : `${form.name}-${instance}`
  const queryClient = useQueryClient()
  const router = useRouter()
  const returnTo = useLocation({ select: ({ publicHref }) => publicHref })
  const path = pathnameOf(returnTo)
  const draft = getVisitorDrafts(queryClient).drafts.find((each) => each.form === name && each.path === path)
  const run = useServerFn(call)
  const element = useRef<HTMLFormElement | null>(null)
  // A variable of the mutation would stay in its cache, secrets included.
  const sent = useRef<FormData>(undefined)
  /** The button that sent it last: its name and value are part of the form. */
  const submitter = useRef<HTMLElement>(null)
  const [isDone, setDone] = useState(false)
  const [changed, setChanged] = useState(false)
  const abortController = useRef<AbortController>(undefined)
  const calledFrom = useRef('')

  const mutation = useMutation({
    mutationKey: ['form', name],
    // Fails at once when offline; by default Query would wait.
    networkMode: 'always',
    mutationFn: () => {
      const data = sent.current ?? new FormData()
      calledFrom.current = location.pathname
      abortController.current = new AbortController()
      const { signal } = abortController.current
      const custom = send && { fetch: ((url, init) => sendRequest(url, init, send)) as Send }
      return submit(run({ data, signal, ...custom }) as Promise<Result | undefined>)
    },
    onMutate: () => {
      if (!sent.current) return undefined
      checkSizes(form, sent.current)
      return optimistic?.(sent.current)
    },
    onError: (_error, _data, rollback) => rollback?.(),
    onSuccess: async (result) => {
      setDone(true)
      setChanged(false)
      element.current?.reset()
      // A function that throws a redirect has no result.
      const { to, flash, refreshed } = (result ?? {}) as { to?: string; flash?: string; refreshed?: Refreshed[] }
      await revalidate(router, queryClient, invalidates, to, refreshed)
      // The visitor may have gone on since.
      if (to !== undefined && calledFrom.current === location.pathname)
        await router.navigate({ href: to, ignoreBlocker: true })
      const drafts = getVisitorDrafts(queryClient).drafts.filter((each) => each !== draft)
      queryClient.setQueryData(VISITOR_DRAFTS_KEY, { drafts, flash })
    },
    onSettled: () => void (sent.current = undefined),
    // A missing server function is reported by the version-skew notice.
    throwOnError: (error) =>
      !(error instanceof PublicError || error instanceof StaleServerFnError || error instanceof SubmissionError),
  })
  const stored = [...fields].filter(([, { isFile, isSecret }]) => !isFile && !isSecret).map(([field]) => field)
  const own = mutation.isIdle ? draft : undefined
  const messages = own?.messages ?? messagesOf(mutation.error)
  const invalid = [...fields.keys()].filter((field) => messageOf(messages, field) !== undefined)
  // For the form as a whole, or for a field that it does not have.
  const other = Object.entries(messages).find(([key]) => !fields.has(key.split('.', 1)[0] ?? ''))

  useEffect(() => {
    if (import.meta.env.DEV) assertNoSecrets(name, stored)
  })
  // Leaving the page aborts the request.
  useEffect(() => () => abortController.current?.abort(), [])
  useEffect(() => {
    if (mutation.error) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [mutation.error])

  // They stay after a failure: fields that were not edited would lose their default value.
  const values = isDone ? {} : (draft?.values ?? {})
  const valuesOf = (key: string): readonly string[] => [values[key] ?? []].flat()
  const isLost = (key: string) => fields.get(key)?.isFile === true && own?.files === true
  const errorId = (key: string) => `${name}-${key}-error`
  const stateOf = (key: string) => ({
    ...(invalid.includes(key) && { 'aria-invalid': true as const }),
    ...((invalid.includes(key) || isLost(key)) && { 'aria-describedby': errorId(key) }),
    // Without JavaScript; with it the effect sets the focus.
    ...(own && key === invalid[0] && { autoFocus: true }),
  })
  /** Returns the props of a field's input, whose id its label names, and the element with its error. */
  const field = (key: FieldName<Schema>) => {
    const { attributes = {}, isFile = false, isList = false } = fields.get(key) ?? {}
    const message = messageOf(messages, key)
    return {
      input: {
        id: `${name}-${key}`,
        name: key,
        ...attributes,
        ...(!isFile && { defaultValue: isList ? valuesOf(key) : valuesOf(key).at(-1) }),
        ...stateOf(key),
      },
      error: (message !== undefined || isLost(key)) && (
        <FieldError
          id={errorId(key)}
          message={message === undefined ? '' : translate(message, key)}
          isLost={isLost(key)}
        />
      ),
    }
  }
  return {
    /** Props of the `<form>`, which also works without JavaScript. */
    props: {
      id: name,
      action: formAction(call.url, name, stored),
      method: 'post',
      encType: 'multipart/form-data',
      // Messages are the schema's, in the visitor's language.
      noValidate: true,
      onInput: () => setChanged(true),
      onSubmit: (event) => {
        event.preventDefault()
        if (sent.current) return
        element.current = event.currentTarget
        const by = event.nativeEvent.submitter
        // "Send again" stands for the button before.
        if (!by?.hasAttribute(RETRY)) submitter.current = by
        const button = submitter.current as HTMLButtonElement | null
        sent.current = new FormData(event.currentTarget, button?.form === event.currentTarget ? button : null)
        mutation.mutate()
      },
    } satisfies ComponentPropsWithoutRef<'form'>,
    name,
    returnTo,
    pending: mutation.isPending,
    /** True once a field was edited, until the form has been sent. */
    changed,
    field,
    choice: (key: FieldName<Schema>, value: string) => ({
      name: key,
      value,
      defaultChecked: valuesOf(key).includes(value),
      ...stateOf(key),
    }),
    invalidFields: invalid.length,
    /** Message for the form as a whole. */
    message: other && translate(other[1], other[0]),
    /** Reason why the last submission failed. The form stays as it is. */
    failure: mutation.error instanceof SubmissionError ? mutation.error.failure : own?.tooLarge ? TOO_LARGE : undefined,
    /** Set if the page was older than the server, and the form was posted without JavaScript. */
    isStale: own?.stale ?? false,
    result: (mutation.data ?? own?.result) as Exclude<Result, { to: string }> | undefined,
    cancel: () => abortController.current?.abort(),
  }
}

/** Shows the message of a field. The form announces it. With `isLost` files were chosen and are lost. */
function FieldError({ id, message, isLost }: { id: string; message: string; isLost: boolean }) {
  const t = useTranslations('shell.submission')
  return (
    <span id={id} className={styles.error}>
      {message} {isLost && <span>{t('filesLost')}</span>}
    </span>
  )
}

type Router = { invalidate: () => Promise<void>; load: () => Promise<void> }

/**
 * Refreshes the queries that the form names, or all, and the page's loader data, however fresh. If the visitor goes on
 * to another page, queries are only invalidated: that page fetches what it needs.
 *
 * @param next path that the visitor goes on to
 * @param refreshed data that came with the response, and is not fetched again
 */
export async function revalidate(
  router: Router,
  queryClient: QueryClient,
  queryKeys: readonly QueryKey[] | undefined,
  next: string | undefined,
  refreshed: readonly Refreshed[] = [],
): Promise<void> {
  if (!queryKeys && next === undefined && refreshed.length === 0) return router.invalidate()
  for (const queryKey of queryKeys ?? [undefined]) invalidateData(queryClient, queryKey)
  for (const { queryKey, data } of refreshed) queryClient.setQueryData(queryKey, data)
  if (next !== undefined || queryKeys?.length === 0) return
  await router.load()
  await refetchShown(queryClient)
}
