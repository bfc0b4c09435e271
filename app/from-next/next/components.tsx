import { useHydrated, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, type CSSProperties, lazy, Suspense, useEffect } from 'react'

type Loaded<P> = ComponentType<P> | { default: ComponentType<P> }
type Dynamic<P> = (() => Promise<Loaded<P>>) | Promise<Loaded<P>>

/** Returns a component that is loaded when it is first shown; with `ssr: false` in the browser alone. */
export function dynamic<P extends object>(
  from: Dynamic<P> | { loader: Dynamic<P> },
  { loading: Loading, ssr = true }: { loading?: ComponentType<object>; ssr?: boolean } = {},
): ComponentType<P> {
  const load = typeof from === 'object' && 'loader' in from ? from.loader : from
  const Component = lazy(async () => {
    const loaded = await (typeof load === 'function' ? load() : load)
    return 'default' in loaded ? loaded : { default: loaded }
  }) as unknown as ComponentType<P>
  return function Dynamic(props: P) {
    const isShown = useHydrated() || ssr
    const fallback = Loading ? <Loading /> : null
    return <Suspense fallback={fallback}>{isShown ? <Component {...props} /> : fallback}</Suspense>
  }
}

type ScriptProps = Omit<ComponentProps<'script'>, 'onLoad' | 'onError'> & {
  strategy?: string
  onLoad?: () => void
  onReady?: () => void
  onError?: (error: unknown) => void
}

/** Scripts of the document, by their address or id. */
const added = new Map<string, Promise<unknown>>()

function addScript({ src, id, children, dangerouslySetInnerHTML, ...attributes }: ComponentProps<'script'>) {
  const script = document.createElement('script')
  // The policy of the document allows what a script with its nonce adds.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  for (const [name, value] of Object.entries({ ...attributes, id, src }))
    if (name === 'strategy') continue
    else if (typeof value === 'string') script.setAttribute(name, value)
    else if (value === true) script.setAttribute(name, '')
  const code = dangerouslySetInnerHTML?.__html ?? children
  if (src === undefined) script.text = [code].flat().map(String).join('')
  const loaded =
    src === undefined ? Promise.resolve() : new Promise((...ends) => ([script.onload, script.onerror] = ends))
  document.head.append(script)
  return loaded
}

/** Adds a script to the document, once, when the page is shown. */
export function Script({ onLoad, onReady, onError, ...attributes }: ScriptProps) {
  useEffect(() => {
    const key = attributes.src ?? attributes.id ?? JSON.stringify(attributes)
    const before = added.get(key)
    const loaded = before ?? addScript(attributes)
    added.set(key, loaded)
    void loaded.then(() => {
      if (!before) onLoad?.()
      onReady?.()
    }, onError)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a script is added once.
  }, [])
  return null
}

/** Sends a search form as a navigation, and leaves others to the browser or to their action. */
export function Form({
  action,
  replace,
  scroll,
  ...props
}: ComponentProps<'form'> & { replace?: boolean; scroll?: boolean }) {
  const router = useRouter()
  if (typeof action !== 'string' || /^post$/i.test(props.method ?? '')) return <form action={action} {...props} />
  return (
    <form
      {...props}
      action={action}
      onSubmit={(event) => {
        props.onSubmit?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        const submitter = event.nativeEvent.submitter
        const entries = [...new FormData(event.currentTarget, submitter)]
        const search = new URLSearchParams(
          entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
        )
        void router.navigate({ href: `${action}?${search}`, replace: replace ?? false, resetScroll: scroll ?? true })
      }}
    />
  )
}

type Picture = string | { src: string; width?: number; height?: number }
type ImageProps = Omit<ComponentProps<'img'>, 'src'> & {
  src: Picture | { default: Picture }
  fill?: boolean
  priority?: boolean
  preload?: boolean
}

/** Props of Next.js that an `<img>` has not. */
const REMOVED = /^(quality|placeholder|blurDataURL|unoptimized|loader|overrideSrc)$/

const FILL: CSSProperties = { position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%' }

/** Shows an image whose size is not known when the application is built. */
export function AnyImage(props: ImageProps) {
  const { src, alt = '', width, height, fill, priority, preload, style, ...rest } = props
  const attributes = Object.fromEntries(Object.entries(rest).filter(([name]) => !REMOVED.test(name)))
  const picture = typeof src === 'object' && 'default' in src ? src.default : src
  const known = typeof picture === 'string' ? { src: picture } : picture
  return (
    <img
      loading={priority || preload ? 'eager' : 'lazy'}
      {...attributes}
      src={known.src}
      alt={alt}
      width={fill ? undefined : (width ?? known.width)}
      height={fill ? undefined : (height ?? known.height)}
      style={{ ...(fill && FILL), ...style }}
    />
  )
}

/** The text of an error page. */
export const ErrorText = ({ statusCode, title = 'An error has occurred.' }: { statusCode: number; title?: string }) => (
  <h1>
    {statusCode}: {title}
  </h1>
)
