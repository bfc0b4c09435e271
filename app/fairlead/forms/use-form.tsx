import { type QueryKey, replaceEqualDeep, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { PublicError, type FieldMessages } from '#fairlead/errors/public-error.ts'
import {
  checkSizes,
  RETRY,
  SubmissionError,
  type SubmissionFailure,
  submit as submitted,
  TOO_LARGE,
} from '#fairlead/forms/submission.ts'
import type { FieldName, FormDefinition } from '#fairlead/forms/define-form.ts'
import {
  createDraft,
  type FirstTexts,
  type FirstValues,
  firstTexts,
  formAction,
  pathnameOf,
  storedFields,
} from '#fairlead/forms/form-fields.ts'
import { getVisitorDrafts, type ShownDraft, updateVisitorDrafts } from '#fairlead/forms/visitor-drafts.ts'
import { loadAfter, loadShown, renewShown, sendRequest } from '#fairlead/navigation/engine.ts'
import { isSecretField, SECRET_ATTRIBUTE } from '#fairlead/navigation/loading/form-snapshot.ts'
import { StaleServerFnError } from '#fairlead/navigation/loading/server-function-response.ts'
import { useTranslations } from 'use-intl'
import styles from './form.module.css'
import { invalidateData, refetchShown } from '#fairlead/navigation/prefetch/invalidated-queries.ts'
import type { Refreshed } from '#fairlead/navigation/prefetch/revalidate.ts'

type Send = (url: RequestInfo | URL, init?: NonNullable<Parameters<typeof fetch>[1]>) => Promise<Response>

export type UseFormOptions<Name extends string = string> = {
  /** Part of the form's name and ids, where a page has the form more than once. */
  instance?: string
  /** Returns the text for a message of the schema or of a `PublicError`: the message itself, if left out. */
  translate?: (message: string, field: string) => string
  /**
   * The first values of the fields, such as the row that is edited. Once a field was edited they stay, even if the page
   * gets newer values.
   */
  values?: FirstValues<Name>
  /**
   * Keys of the queries to invalidate after success, with their prefetched data, and after a refusal with 409, which
   * means that the page is out of date: all queries, if left out.
   */
  invalidates?: readonly QueryKey[]
  /** Updates the cache before the response; returns a function that rolls back. */
  optimistic?: (data: FormData) => () => void
  send?: Send
}

export type FormState = ReturnType<typeof useForm>

/** Returns the message of a field. For a list it may be the message of one of its values. */
function messageOf(messages: FieldMessages, field: string): string | undefined {
  return messages[field] ?? Object.entries(messages).find(([key]) => key.startsWith(`${field}.`))?.[1]
}

function messagesOf(error: unknown): FieldMessages {
  return error instanceof PublicError ? (error.fields ?? { '': error.message }) : {}
}

function failureOf(error: unknown): SubmissionFailure | undefined {
  return error instanceof SubmissionError ? error.failure : undefined
}

/** @throws Error if a stored field is secret by its type or its `autocomplete`, and not by its schema or its name */
function assertNoSecrets(form: HTMLFormElement, stored: readonly string[]): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (!stored.includes(field.name) || !isSecretField(field)) continue
    throw new Error(
      `the field "${field.name}" of a form is secret by its type or autocomplete: declare it by secret() in the schema`,
    )
  }
}

/** Resets a form, which may have a field named `reset`. */
function reset(form: HTMLFormElement | null): void {
  if (form) HTMLFormElement.prototype.reset.call(form)
}

/** Writes defaults that React does not write: of a select after its first render, of a number in focus. */
function writeFirstTexts(form: HTMLFormElement, texts: FirstTexts): void {
  for (const field of form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input[type="number"]')) {
    const own = texts[field.name]
    if (!own) continue
    if (field instanceof HTMLInputElement) field.defaultValue = own.at(-1) ?? ''
    else for (const option of field.options) option.defaultSelected = own.includes(option.value)
  }
}

/** Returns the latest value, or the previous one while it is held. Equal values stay identical. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value)
  const latest = isHeld ? held : replaceEqualDeep(held, value)
  if (latest !== held) setHeld(latest)
  return latest
}

/** Returns the form's draft. It is shown once: on a later visit it would hide newer values. */
function useDraft(form: string, path: string): ShownDraft | undefined {
  const queryClient = useQueryClient()
  const [draft] = useState(() =>
    getVisitorDrafts(queryClient).drafts.find((each) => each.form === form && each.path === path),
  )
  useEffect(() => {
    const { drafts } = getVisitorDrafts(queryClient)
    if (draft) updateVisitorDrafts(queryClient, { drafts: drafts.filter((each) => each !== draft) })
  }, [draft, queryClient])
  return draft
}

/**
 * Sends a form by a mutation. It belongs to the tab, and goes on when an optimistic update or the visitor takes the form
 * off the page. After success it invalidates queries and follows the function's redirect.
 *
 * @param onSuccess gets the response, before data is renewed
 * @param onFailure gets the sent form, before an optimistic update is taken back
 */
function useSubmission<Schema extends v.GenericSchema, Result extends object>(
  form: FormDefinition<Schema, Result>,
  name: string,
  { invalidates, optimistic, send }: UseFormOptions,
  { onSuccess, onFailure }: { onSuccess: () => void; onFailure: (error: Error, data: FormData) => void },
) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const run = useServerFn(form.submit)
  // A variable of the mutation would stay in its cache, secrets included.
  const sent = useRef<FormData>(undefined)
  const abortController = useRef<AbortController>(undefined)

  const mutation = useMutation({
    mutationKey: ['form', name],
    // Fails at once when offline; by default Query would wait.
    networkMode: 'always',
    mutationFn: () => {
      const data = sent.current ?? new FormData()
      abortController.current = new AbortController()
      const { signal } = abortController.current
      const custom = send && { fetch: ((url, init) => sendRequest(url, init, send)) as Send }
      return submitted(run({ data, signal, ...custom }) as Promise<Result | undefined>)
    },
    onMutate: () => {
      const sentFrom = location.pathname
      if (!sent.current) return { sentFrom }
      checkSizes(form, sent.current)
      return { sentFrom, rollback: optimistic?.(sent.current) }
    },
    onError: (error, _variables, before) => {
      if (sent.current) onFailure(error, sent.current)
      const isConflict = error instanceof PublicError && error.status === 409
      if (!before?.rollback && !isConflict) return
      before?.rollback?.()
      // The server may have refused the form because its data is newer than the page's.
      for (const queryKey of invalidates ?? [undefined]) invalidateData(queryClient, queryKey)
      void refetchShown(queryClient)
    },
    onSuccess: async (result, _variables, { sentFrom }) => {
      onSuccess()
      // A function that throws a redirect has no result.
      const { to, flash, refreshed } = (result ?? {}) as { to?: string; flash?: string; refreshed?: Refreshed[] }
      const renew = (next?: string) => revalidate(router, queryClient, invalidates, next, refreshed)
      const shown = queryClient.getQueryCache().findAll({ type: 'active' })
      // The visitor may have gone on since.
      const isFollowed = to !== undefined && sentFrom === location.pathname
      await renewShown(async () => {
        await (isFollowed ? follow(router, to, renew) : renew())
        updateVisitorDrafts(queryClient, { flash })
        // The navigation did not load the data that both pages show, such as a layout's.
        if (isFollowed) await refetchShown(queryClient, shown)
      })
    },
    onSettled: () => void (sent.current = undefined),
    // A missing server function is reported by the version-skew notice.
    throwOnError: (error) =>
      !(error instanceof PublicError || error instanceof StaleServerFnError || error instanceof SubmissionError),
  })
  return {
    mutation,
    isSending: () => sent.current !== undefined,
    submit: (data: FormData) => {
      sent.current = data
      mutation.mutate()
    },
    cancel: () => abortController.current?.abort(),
  }
}

/** Returns the state of a form: a mutation with JavaScript, a plain post without. */
export function useForm<Schema extends v.GenericSchema, Result extends object>(
  form: FormDefinition<Schema, Result>,
  options: UseFormOptions<FieldName<Schema>> = {},
) {
  const { instance, translate = (message: string) => message, values } = options
  const { submit: call, fields } = form
  const name = instance === undefined ? form.name : `${form.name}-${instance}`
  const queryClient = useQueryClient()
  const returnTo = useLocation({ select: ({ publicHref }) => publicHref })
  const draft = useDraft(name, pathnameOf(returnTo))
  const element = useRef<HTMLFormElement>(null)
  /** The button that sent it last: its name and value are part of the form. */
  const submitter = useRef<HTMLElement>(null)
  const [isDone, setDone] = useState(false)
  const [changed, setChanged] = useState(false)
  const stored = [...fields].filter(([, { isFile, isSecret }]) => !isFile && !isSecret).map(([field]) => field)
  const action = formAction(call.url, name, stored)

  const { mutation, isSending, submit, cancel } = useSubmission(form, name, options, {
    onSuccess: () => {
      setDone(true)
      setChanged(false)
      if (!values) reset(element.current)
    },
    onFailure: (error, data) => {
      // Nobody sees the error of a form that has left the page. When the form is back, it shows the error and the typed
      // values.
      if (element.current) return
      const failed = createDraft(name, returnTo, data, messagesOf(error), storedFields(action, fields))
      const others = getVisitorDrafts(queryClient).drafts.filter(
        (each) => each.form !== name || each.path !== failed.path,
      )
      updateVisitorDrafts(queryClient, { drafts: [...others, { ...failed, failure: failureOf(error) }] })
    },
  })
  const shownDraft = mutation.isIdle ? draft : undefined
  const messages = shownDraft?.messages ?? messagesOf(mutation.error)
  const invalid = [...fields.keys()].filter((field) => messageOf(messages, field) !== undefined)
  // The message is for the form as a whole, or for a field that it does not have.
  const formMessage = Object.entries(messages).find(([key]) => !fields.has(key.split('.', 1)[0] ?? ''))
  // A draft stays after a failure: fields that were not edited would lose their default value.
  const texts = useHeld(firstTexts(fields, values ?? {}, isDone ? undefined : draft), changed)

  useEffect(() => {
    if (import.meta.env.DEV && element.current) assertNoSecrets(element.current, stored)
  })
  useEffect(() => {
    if (mutation.error) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [mutation.error])
  useEffect(() => {
    if (element.current) writeFirstTexts(element.current, texts)
  }, [texts])
  const isRenewed = values !== undefined && mutation.isSuccess && !changed
  useEffect(() => {
    // By now the page has the saved values. An earlier reset would have shown the old ones again.
    if (isRenewed) reset(element.current)
  }, [isRenewed])

  const isLost = (key: string) => fields.get(key)?.isFile === true && shownDraft?.files === true
  const errorId = (key: string) => `${name}-${key}-error`
  const stateOf = (key: string) => ({
    ...(fields.get(key)?.isSecret && { [SECRET_ATTRIBUTE]: true }),
    ...(invalid.includes(key) && { 'aria-invalid': true as const }),
    ...((invalid.includes(key) || isLost(key)) && { 'aria-describedby': errorId(key) }),
    // Without JavaScript; with it the effect sets the focus.
    ...(shownDraft && key === invalid[0] && { autoFocus: true }),
  })
  /** Returns the props of a field's input, whose id its label names, and the element with its error. */
  const field = (key: FieldName<Schema>) => {
    const { attributes = {}, isList = false } = fields.get(key) ?? {}
    const message = messageOf(messages, key)
    const first = texts[key]
    return {
      input: {
        id: `${name}-${key}`,
        name: key,
        ...attributes,
        ...(first && { defaultValue: isList ? first : first.at(-1) }),
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
      ref: element,
      id: name,
      action,
      method: 'post',
      encType: 'multipart/form-data',
      // Messages are the schema's, in the visitor's language.
      noValidate: true,
      onInput: () => setChanged(true),
      onSubmit: (event) => {
        const by: HTMLElement | null = event.nativeEvent.submitter
        // The button names another target, so the browser sends the form, as it does without JavaScript.
        if (['formaction', 'formmethod', 'formtarget'].some((own) => by?.hasAttribute(own))) return
        event.preventDefault()
        if (isSending()) return
        // "Send again" stands for the button before.
        if (!by?.hasAttribute(RETRY)) submitter.current = by
        const button = submitter.current as HTMLButtonElement | null
        submit(new FormData(event.currentTarget, button?.form === event.currentTarget ? button : null))
      },
    } satisfies ComponentPropsWithRef<'form'>,
    name,
    returnTo,
    pending: mutation.isPending,
    /** True once a field was edited, until the form has been sent. */
    changed,
    field,
    choice: (key: FieldName<Schema>, value: string) => ({
      name: key,
      value,
      ...(texts[key] && { defaultChecked: texts[key].includes(value) }),
      ...stateOf(key),
    }),
    /** Props of a hidden input. */
    hidden: (key: FieldName<Schema>, value: string | number) => ({ type: 'hidden', name: key, value }) as const,
    invalidFields: invalid.length,
    /** Message for the form as a whole. */
    message: formMessage && translate(formMessage[1], formMessage[0]),
    /** Reason why the last submission failed. The form stays as it is. */
    failure: failureOf(mutation.error) ?? (shownDraft?.tooLarge ? TOO_LARGE : shownDraft?.failure),
    /** Set if the page was older than the server, and the form was posted without JavaScript. */
    isStale: shownDraft?.stale ?? false,
    result: (mutation.data ?? shownDraft?.result) as Exclude<Result, { to: string }> | undefined,
    cancel,
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

/**
 * Leads to the page of a form's redirect. Its data is renewed when the navigation begins: before that, the end of a
 * session would take a page behind a guard off the screen, and lead to the sign-in page instead.
 */
async function follow(
  router: Pick<AnyRouter, 'navigate' | 'subscribe'>,
  next: string,
  renew: (next?: string) => Promise<void>,
): Promise<void> {
  let renewed: Promise<void> | undefined
  const begin = () => (renewed ??= renew(next))
  const stop = router.subscribe('onBeforeNavigate', () => void begin())
  await loadAfter(async () => {
    await router.navigate({ href: next, ignoreBlocker: true })
    stop()
    // Without a navigation, the page was already there below a dialog.
    await begin()
  })
}

type Router = { invalidate: () => Promise<void>; load: () => Promise<void> }

/**
 * Refreshes the queries that the form names, or all, and the loader data on the screen, however fresh. If the visitor goes on
 * to another page, queries are only invalidated: that page fetches its data.
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
  await loadShown(router)
  await refetchShown(queryClient)
}
