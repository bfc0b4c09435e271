import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from '#app/handbook/markdown.module.css'

/**
 * Compiled Markdown. Its links are plain anchors, which work without JavaScript; with it the router follows them, and
 * prefetches them as it does its own.
 */
export function Markdown({ html }: { html: string }) {
  const router = useRouter()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? enhanceLinks(element.current, router) : undefined), [router])
  return <div ref={element} className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Gives the links below an element to the router, until the function it returns is called. */
function enhanceLinks(element: HTMLElement, router: AnyRouter): () => void {
  const listening = new AbortController()

  element.addEventListener(
    'click',
    (event) => {
      const href = linkHref(event)
      // With a key or another button the visitor wants the browser to open it elsewhere.
      if (!href || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void router.navigate({ href })
    },
    listening,
  )

  for (const intent of ['mouseover', 'focusin']) {
    element.addEventListener(
      intent,
      (event) => {
        const href = linkHref(event)
        if (href) void router.preloadRoute({ href } as Parameters<AnyRouter['preloadRoute']>[0])
      },
      listening,
    )
  }

  return () => listening.abort()
}

/** The address on this site of the link that an event is about. */
function linkHref({ target }: Event): string | undefined {
  const anchor = (target as Element).closest('a')
  return anchor?.origin === location.origin ? anchor.href.slice(anchor.origin.length) : undefined
}
