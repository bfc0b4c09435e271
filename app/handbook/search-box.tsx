import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from '#app/handbook/search.module.css'

type Results = (typeof import('#app/handbook/search-results.tsx'))['SearchResults']

/** The search field. It loads its code and index on first focus. Without JavaScript it is not shown. */
export function SearchBox() {
  const t = useTranslations('handbook.search')
  const input = useRef<HTMLInputElement>(null)
  const [results, setResults] = useState<{ Component: Results } | 'failed'>()

  function load() {
    if (typeof results === 'object') return
    import('#app/handbook/search-results.tsx').then(
      ({ SearchResults }) => setResults({ Component: SearchResults }),
      () => setResults('failed'),
    )
  }

  // The field may have been focused before hydration.
  useEffect(() => {
    if (document.activeElement === input.current) load()
    // oxlint-disable-next-line react/exhaustive-deps -- only the first focus is missed
  }, [])

  function clear() {
    if (input.current) input.current.value = ''
  }

  return (
    <search className={styles.search}>
      <input
        ref={input}
        className={styles.input}
        type="search"
        aria-label={t('label')}
        placeholder={t('label')}
        autoComplete="off"
        spellCheck={false}
        onFocus={load}
      />
      {results === 'failed' && <output className={styles.status}>{t('failed')}</output>}
      {typeof results === 'object' && <results.Component input={input} onNavigate={clear} />}
    </search>
  )
}
