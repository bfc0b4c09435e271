import { createServerOnlyFn } from '@tanstack/react-start'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Renders an element of an async component of the server, such as `MDXRemote`, as text without behaviour. */
export const staticHtml = createServerOnlyFn(async (element: ReactElement) => {
  const { type, props } = element as { type: (props: unknown) => Promise<ReactElement>; props: unknown }
  return renderToStaticMarkup(await type(props))
})
