import {
  type AnyRouter,
  type LinkComponentProps,
  type NavigateOptions,
  type RegisteredRouter,
  useLinkProps,
  useRouter,
} from '@tanstack/react-router'
import { paths } from 'virtual:routing/paths'
import {
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { addLink } from '#fairlead/navigation/engine.ts'
import { type PreloadOption, preloadTriggers } from '#fairlead/navigation/prefetch/preload-option.ts'

type AnchorProps = ComponentPropsWithRef<'a'>

type LinkOptions = Omit<AnchorProps, 'children'> & {
  preload?: PreloadOption | undefined
  reloadDocument?: boolean
  children?: ReactNode | ((state: { isActive: boolean }) => ReactNode)
}

// Callers' options are checked by the type of `Link`; here they are only passed on.
const useAnchorProps = useLinkProps as (options: object) => AnchorProps & {
  disabled?: boolean | undefined
  'data-status'?: string
}

type AppLink = <
  TRouter extends AnyRouter = RegisteredRouter,
  const TFrom extends string = string,
  const TTo extends string | undefined = undefined,
  const TMaskFrom extends string = TFrom,
  const TMaskTo extends string = '',
>(
  props: NavigateOptions<TRouter, TFrom, TTo, TMaskFrom, TMaskTo> &
    Omit<LinkComponentProps, keyof NavigateOptions | 'preload'> & { preload?: PreloadOption | undefined },
) => ReactElement

/** True for a link that is left to the browser, because this document never shows its target. */
function bypassesRouter({ download, target, reloadDocument }: LinkOptions): boolean {
  return (download !== undefined && download !== false) || reloadDocument === true || !/^(_self)?$/.test(target ?? '')
}

/** Returns the ref by which a link's target is prefetched. `href` is undefined when there is nothing to prefetch. */
function usePrefetchRefInBrowser(props: LinkOptions, href: string | undefined): AnchorProps['ref'] {
  const router = useRouter()
  const element = useRef<HTMLAnchorElement>(null)
  useImperativeHandle(props.ref, () => element.current as HTMLAnchorElement)
  const latest = useRef(props)

  const { code, data } = preloadTriggers(props.preload ?? router.options.defaultPreload)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if ((!code && !data) || !element.current || href === undefined) return
    // Relative links resolve against the location that their URL was built from until it changes.
    const _fromLocation = router.stores.location.get()
    const destination = () => ({ ...latest.current, _fromLocation })
    return addLink(element.current, { code, data, destination })
  }, [router, code, data, href])
  return element
}

const usePrefetchRef = import.meta.env.SSR ? () => undefined : usePrefetchRefInBrowser

/**
 * Links to a page, checked against the routes, with the props of the router's `Link`. `preload` says when the page is
 * prefetched, see `PreloadOption`; the default is intent. Intent also prefetches the data of `viewport` and `render`
 * links, and has the highest priority. Modified clicks, `target`, `download` and other origins are left to the browser.
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
  props.ref = usePrefetchRef(options, isNative && !options.reloadDocument ? undefined : props.href)
  // The router would navigate to the target of a download link.
  if (isNative) props.onClick = options.onClick
  const content = typeof children === 'function' ? children({ isActive: props['data-status'] === 'active' }) : children
  return <a {...props}>{content}</a>
} as unknown as AppLink
