import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import MiniSearch, { type AsPlainObject } from 'minisearch'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { fetchSearchIndex } from '#app/handbook/handbook.functions.ts'
import { type SearchDocument, searchHandbook, searchOptions } from '#app/handbook/search.ts'
import { Link } from 'fairlead/navigation'
import type { Locale } from 'fairlead/locale'
import styles from '#app/handbook/search.module.css'

type Props = { input: RefObject<HTMLInputElement | null>; onNavigate: () => void }

/**
 * Makes the search field a combobox with a list of results: arrows select a result, Enter opens it, Escape closes the list.
 */
export function SearchResults({ input, onNavigate }: Props) {
  const t = useTranslations('handbook.search')
  const id = useId()
  const router = useRouter()
  const { data: index, isError } = useQuery(searchQuery(useLocale()))
  const [query, setQuery] = useState(() => input.current?.value ?? '')
  const [open, setOpen] = useState(true)
  const [selected, setSelected] = useState(0)

  const results = searchHandbook(index, query)
  const isActive = open && query.trim() !== ''
  const shown = isActive && results.length > 0
  const current = results[Math.min(selected, results.length - 1)]

  const onInput = useEffectEvent(() => {
    setQuery(input.current?.value ?? '')
    setSelected(0)
    setOpen(true)
  })

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // During composition (IME) Enter and arrows belong to the input method. In Safari the key that ends it has this code.
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else says so
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && isActive) {
      // The first Escape closes the list, the next one clears the field.
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter' && shown && current) {
      event.preventDefault()
      void router.navigate({ to: '/{-$locale}/handbook/$', params: { _splat: current.slug }, hash: current.anchor })
      leave()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && results.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setSelected(open ? (selected + step + results.length) % results.length : selected)
    }
  })

  function leave() {
    onNavigate()
    setQuery('')
  }

  useEffect(() => {
    const field = input.current
    if (!field) return
    const listeners = new AbortController()
    field.addEventListener('input', () => onInput(), listeners)
    field.addEventListener('keydown', (event) => onKeyDown(event), listeners)
    field.addEventListener('focus', () => setOpen(true), listeners)
    field.addEventListener('blur', () => setOpen(false), listeners)
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    return () => listeners.abort()
  }, [input])

  useEffect(() => {
    const field = input.current
    field?.setAttribute('aria-expanded', String(shown))
    if (shown) field?.setAttribute('aria-controls', id)
    else field?.removeAttribute('aria-controls')
    if (shown && current) field?.setAttribute('aria-activedescendant', `${id}${current.id}`)
    else field?.removeAttribute('aria-activedescendant')
    if (current) document.getElementById(`${id}${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, shown, id, current])

  return (
    // Keeps the focus in the field on pointer down; its blur would close the list before the click.
    <div className={styles.results} hidden={!isActive} onPointerDown={(event) => event.preventDefault()}>
      {shown && (
        <div role="listbox" id={id} aria-label={t('results')} className={styles.list}>
          {results.map((result) => (
            <Link
              key={result.id}
              id={`${id}${result.id}`}
              role="option"
              aria-selected={result === current}
              tabIndex={-1}
              to="/{-$locale}/handbook/$"
              params={{ _splat: result.slug }}
              hash={result.anchor}
              onClick={leave}
            >
              <bdi>{result.heading}</bdi>
              {result.anchor && <small>{result.title}</small>}
            </Link>
          ))}
        </div>
      )}
      <output className={styles.status}>
        {isActive && (isError ? t('failed') : index ? t('count', { count: results.length }) : t('loading'))}
      </output>
    </div>
  )
}

function searchQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['handbook-search', locale],
    queryFn: async ({ signal }) => {
      const response = await fetchSearchIndex({ data: { locale }, signal })
      const index = (await response.json()) as AsPlainObject
      return MiniSearch.loadJS<SearchDocument>(index, searchOptions(locale))
    },
    staleTime: Infinity,
    // The index is a class instance, which cannot be compared structurally.
    structuralSharing: false,
  })
}
