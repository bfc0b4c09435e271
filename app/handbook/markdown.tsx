import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from '#app/handbook/markdown.module.css'

/**
 * Compiled Markdown. Its links are plain anchors, which work without JavaScript; with it the router follows and prefetches
 * them like its own.
 */
export function Markdown({ html }: { html: string }) {
  const router = useRouter()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? enhanceLinks(element.current, router) : undefined), [router])
  return <div ref={element} className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Lets the router follow and prefetch the links below an element. Returns a function that undoes it. */
function enhanceLinks(element: HTMLElement, router: AnyRouter): () => void {
  const listening = new AbortController()

  element.addEventListener(
    'click',
    (event) => {
      const href = linkHref(event)
      // Clicks with a modifier key or another button are left to the browser.
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

/** Returns path, query and hash of the link of an event, if it leads to this site. */
function linkHref({ target }: Event): string | undefined {
  const anchor = (target as Element).closest('a')
  return anchor?.origin === location.origin ? anchor.href.slice(anchor.origin.length) : undefined
}
