import { type LinkComponent, useLinkProps, useRouter } from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import { addLink } from '#app/navigation/engine.ts'
import type { Trigger } from '#app/navigation/prefetch/prefetch-queue.ts'

type AnchorProps = ComponentPropsWithRef<'a'>

type LinkOptions = Omit<AnchorProps, 'children'> & {
  preload?: Trigger | false | undefined
  reloadDocument?: boolean
  children?: ReactNode | ((state: { isActive: boolean }) => ReactNode)
}

// Callers' options are checked by the type of `Link`; here they are only passed on.
const useAnchorProps = useLinkProps as (options: object) => AnchorProps & {
  disabled?: boolean | undefined
  'data-status'?: string
}

/** True for a link that is left to the browser, because this document never shows its target. */
function bypassesRouter({ download, target, reloadDocument }: LinkOptions): boolean {
  return (download !== undefined && download !== false) || reloadDocument === true || !/^(_self)?$/.test(target ?? '')
}

/**
 * Returns the ref of a link whose target is prefetched, see `observeLinks`.
 * @param href the link's URL within the application; undefined when there is nothing to prefetch
 */
function usePrefetchRefInBrowser(props: LinkOptions, href: string | undefined): AnchorProps['ref'] {
  const router = useRouter()
  const element = useRef<HTMLAnchorElement>(null)
  useImperativeHandle(props.ref, () => element.current as HTMLAnchorElement)
  const latest = useRef(props)

  const { preload = 'intent' } = props
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!preload || !element.current || href === undefined) return
    // Relative links resolve against the location that their URL was built from until it changes.
    const _fromLocation = router.stores.location.get()
    return addLink(element.current, { preload, destination: () => ({ ...latest.current, _fromLocation }) })
  }, [router, preload, href])
  return element
}

/** The server does not observe links. */
const usePrefetchRef = import.meta.env.SSR ? () => undefined : usePrefetchRefInBrowser

/**
 * Links to a page, checked against the routes. It takes the props of the router's `Link`. `preload` says when the page
 * is prefetched: on `intent` (the default: hover, focus or touch), in the `viewport`, at `render`, or never (`false`).
 * Intent also triggers a prefetch for `viewport` and `render` links, and has the highest priority. The link to the
 * current page gets `aria-current`. Modified clicks, `target`, `download` and other origins are left to the browser.
 */
export const Link = function Link(options: LinkOptions) {
  const { children } = options
  // The router's own preloading has no queue and allows one trigger for each link. Wrapping its `Link` would cost three
  // more components per link.
  const props = useAnchorProps({ ...options, preload: false })
  // The router removes the URL of a disabled anchor; `disabled` is for buttons.
  props.disabled = undefined
  // At hydration the server knows the public path and the browser does not yet.
  if (paths) props.suppressHydrationWarning = true
  const isNative = bypassesRouter(options)
  props.ref = usePrefetchRef(options, isNative ? undefined : props.href)
  // The router would navigate to the target of a download link.
  if (isNative) props.onClick = options.onClick
  const content = typeof children === 'function' ? children({ isActive: props['data-status'] === 'active' }) : children
  return <a {...props}>{content}</a>
} as unknown as LinkComponent<'a'>
