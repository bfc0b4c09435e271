import { createFileRoute, notFound } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'
import styles from '#app/pages/pages.module.css'

/** The pages by what follows `/guide`; nothing is the first. */
const PAGES = new Map([
  ['', 'Guide'],
  ['one', 'Page one'],
  ['two', 'Page two'],
  ['three', 'Page three'],
])

const PARTS = ['soundings', 'buoys', 'lights', 'tides', 'currents', 'anchorages']
const LINES = Array.from({ length: 12 }, (_, index) => index)

export const Route = createFileRoute('/{-$locale}/guide/$')({
  staticData: { cache: 'static' },
  loader: ({ params: { _splat = '' } }) => {
    const title = PAGES.get(_splat)
    if (title === undefined) throw notFound()
    return { title }
  },
  head: (head) => ({ meta: pageMeta(head, head.loaderData?.title, 'Long pages that are the same for everyone.') }),
  component: Guide,
})

function Guide() {
  const { title } = Route.useLoaderData()
  return (
    <>
      <h1>{title}</h1>
      <nav aria-label="Guide">
        {[...PAGES].map(([_splat, name]) => (
          <Link key={_splat} to="/{-$locale}/guide/$" params={(params) => ({ ...params, _splat })}>
            {name}
          </Link>
        ))}
      </nav>
      <ul>
        {PARTS.map((part) => (
          <li key={part}>
            <a href={`#${part}`}>{part}</a>
          </li>
        ))}
      </ul>
      {PARTS.map((part) => (
        <section key={part}>
          <h2 id={part} className={styles.part}>
            {part}
          </h2>
          {LINES.map((line) => (
            <p key={line}>Depths are measured from the level of the lowest tide: a boat has at least that water.</p>
          ))}
        </section>
      ))}
    </>
  )
}
