import { type LinkComponent, useLinkProps, useRouter } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import { prefetchLink } from '#app/navigation/client.ts'
import { observeLink } from '#app/navigation/prefetch/link-observer.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'

type AnchorProps = ComponentPropsWithRef<'a'>

type LinkOptions = Omit<AnchorProps, 'children'> & {
  preload?: Trigger | false | undefined
  reloadDocument?: boolean
  children?: ReactNode | ((state: { isActive: boolean }) => ReactNode)
}

// The callers' options are checked by the type of `Link`; here they are only passed on.
const useAnchorProps = useLinkProps as (options: object) => AnchorProps & {
  disabled?: boolean | undefined
  'data-status'?: string
}

/** Returns true for a link that the browser follows by itself: this document never shows its target. */
function bypassesRouter({ download, target, reloadDocument }: LinkOptions): boolean {
  return (download !== undefined && download !== false) || reloadDocument === true || !/^(_self)?$/.test(target ?? '')
}

/**
 * Has a link watched for what a visitor does with it, and gives the ref that it needs.
 *
 * @param href where it leads within the application; `undefined` when there is nothing to prefetch
 */
function usePrefetchRefInBrowser(asked: LinkOptions, href: string | undefined): AnchorProps['ref'] {
  const router = useRouter()
  const element = useRef<HTMLAnchorElement>(null)
  useImperativeHandle(asked.ref, () => element.current as HTMLAnchorElement)
  const options = useRef(asked)

  const { preload = 'intent' } = asked
  useEffect(() => {
    options.current = asked
  })
  useEffect(() => {
    if (!preload || !element.current || href === undefined) return
    // Where the address was made from: a link like `.` means the same until the address changes.
    const _fromLocation = router.stores.location.get()
    return observeLink(element.current, {
      preload,
      ask: (trigger) => prefetchLink({ ...options.current, _fromLocation }, trigger),
    })
  }, [router, preload, href])
  return element
}

/** The server watches nothing. */
const usePrefetchRef = import.meta.env.SSR ? () => undefined : usePrefetchRefInBrowser

/**
 * The one way to link to a page, checked against the routes. It takes the props of the router's `Link`; `preload` says
 * when the page is fetched before a click: on `intent` (the default: pointer, focus or touch), in the `viewport`, at
 * `render`, or not at all (`false`). Intent counts for all but the last and comes first. The current page is marked by
 * `aria-current`. Modified clicks, `target`, `download` and other origins are left to the browser.
 */
export const Link = function Link(asked: LinkOptions) {
  const { children } = asked
  // The router's own preloading knows neither a queue nor that a hovered link may already be in view. Its own `Link`
  // around an anchor of ours would be three components more.
  const props = useAnchorProps({ ...asked, preload: false })
  // For buttons: an anchor that is disabled has no address.
  props.disabled = undefined
  const isLeft = bypassesRouter(asked)
  props.ref = usePrefetchRef(asked, isLeft ? undefined : props.href)
  // The router would navigate to what is to be downloaded.
  if (isLeft) props.onClick = asked.onClick
  const shown = typeof children === 'function' ? children({ isActive: props['data-status'] === 'active' }) : children
  return <a {...props}>{shown}</a>
} as unknown as LinkComponent<'a'>
