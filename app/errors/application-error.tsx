import type { ErrorComponentProps } from '@tanstack/react-router'

/** Shown in place of the part of a page that failed. It needs nothing of the application, not even its messages. */
export function ApplicationError({ reset }: ErrorComponentProps) {
  return (
    <>
      <h1>Application error: a client-side exception has occurred (see the browser console for more information).</h1>
      <button onClick={reset}>Try again</button>
    </>
  )
}
