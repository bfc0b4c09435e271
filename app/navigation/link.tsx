import { createLink, type LinkComponent, useRouter } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type ReactElement, useEffect, useImperativeHandle, useRef } from 'react'
import { prefetchLink } from '#app/navigation/browser.ts'
import { watchLink } from '#app/navigation/prefetch/links.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'

type Asked = ComponentPropsWithRef<'a'> & { preload?: Trigger | false | undefined; reloadDocument?: boolean }
type AnchorProps = ComponentPropsWithRef<'a'> & { asked: Asked; disabled?: boolean }

/** What a click on it leaves to the browser is never shown by this document, so there is nothing to prefetch. */
function isLeftToBrowser({ download, target, reloadDocument }: Asked): boolean {
  return (download !== undefined && download !== false) || reloadDocument === true || !/^(_self)?$/.test(target ?? '')
}

function Anchor({ asked, disabled, ref, href, onClick, children, ...props }: AnchorProps) {
  const router = useRouter()
  const element = useRef<HTMLAnchorElement>(null)
  useImperativeHandle(ref, () => element.current as HTMLAnchorElement)
  const options = useRef(asked)

  const preload = disabled || isLeftToBrowser(asked) ? false : (asked.preload ?? 'intent')
  useEffect(() => {
    options.current = asked
  })
  useEffect(() => {
    if (!preload || !element.current || href === undefined) return
    // Where the address was made from: a link like `.` means the same until the address changes.
    const _fromLocation = router.stores.location.get()
    return watchLink(element.current, {
      preload,
      ask: (trigger) => prefetchLink({ ...options.current, _fromLocation }, trigger),
    })
  }, [router, preload, href])

  return (
    // The router would navigate to what is to be downloaded.
    <a {...props} ref={element} href={href} onClick={isLeftToBrowser(asked) ? asked.onClick : onClick}>
      {children}
    </a>
  )
}

// The callers' options are checked by the type of `Link`; here they are only passed on.
const Anchored = createLink(Anchor) as (props: Asked & { asked: Asked }) => ReactElement

/**
 * The one way to link to a page, checked against the routes. It takes the props of the router's `Link`; `preload` says
 * when the page is fetched before a click: on `intent` (the default: pointer, focus or touch), in the `viewport`, at
 * `render`, or not at all (`false`). Intent counts for all but the last and comes first. The current page is marked by
 * `aria-current`. Modified clicks, `target`, `download` and other origins are left to the browser.
 */
export const Link = function Link(props: Asked) {
  // The router's own preloading knows neither a queue nor that a hovered link may already be in view.
  return <Anchored {...props} preload={false} asked={props} />
} as unknown as LinkComponent<'a'>
