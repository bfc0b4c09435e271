import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { searchQuery } from '#app/handbook/search-query.ts'
import { searchHandbook } from '#app/handbook/search.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from '#app/handbook/search.module.css'

type Props = { input: RefObject<HTMLInputElement | null>; onLeave: () => void }

/**
 * Makes a combobox of the search field: what is typed there is looked up, arrows choose among the results, Enter goes
 * to the chosen one, Escape puts them away.
 */
export function SearchResults({ input, onLeave }: Props) {
  const t = useTranslations('handbook.search')
  const id = useId()
  const router = useRouter()
  const { data: index, isError } = useQuery(searchQuery(useLocale()))
  const [words, setWords] = useState(() => input.current?.value ?? '')
  const [open, setOpen] = useState(true)
  const [chosen, setChosen] = useState(0)

  const findings = searchHandbook(index, words)
  const asked = open && words.trim() !== ''
  const shown = asked && findings.length > 0
  const current = findings[Math.min(chosen, findings.length - 1)]

  const onInput = useEffectEvent(() => {
    setWords(input.current?.value ?? '')
    setChosen(0)
    setOpen(true)
  })

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Enter that ends the composition of a word chooses letters, not a result.
    if (event.isComposing) return
    if (event.key === 'Escape' && asked) {
      // The first Escape puts the results away, the next one empties the field.
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter' && shown && current) {
      event.preventDefault()
      void router.navigate({ to: '/{-$locale}/handbook/$', params: { _splat: current.slug }, hash: current.anchor })
      leave()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && findings.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setChosen(open ? (chosen + step + findings.length) % findings.length : chosen)
    }
  })

  function leave() {
    onLeave()
    setWords('')
  }

  useEffect(() => {
    const field = input.current
    if (!field) return
    const listening = new AbortController()
    field.addEventListener('input', () => onInput(), listening)
    field.addEventListener('keydown', (event) => onKeyDown(event), listening)
    field.addEventListener('focus', () => setOpen(true), listening)
    field.addEventListener('blur', () => setOpen(false), listening)
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    return () => listening.abort()
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
    // A press on a result must not take the focus, and with it the results, away before the click.
    <div className={styles.results} hidden={!asked} onPointerDown={(event) => event.preventDefault()}>
      {shown && (
        <div role="listbox" id={id} aria-label={t('results')} className={styles.list}>
          {findings.map((finding) => (
            <Link
              key={finding.id}
              id={`${id}${finding.id}`}
              role="option"
              aria-selected={finding === current}
              tabIndex={-1}
              to="/{-$locale}/handbook/$"
              params={{ _splat: finding.slug }}
              hash={finding.anchor}
              onClick={leave}
            >
              <bdi>{finding.heading}</bdi>
              {finding.anchor && <small>{finding.title}</small>}
            </Link>
          ))}
        </div>
      )}
      <output className={styles.status}>
        {asked && (isError ? t('failed') : index ? t('count', { count: findings.length }) : t('loading'))}
      </output>
    </div>
  )
}
