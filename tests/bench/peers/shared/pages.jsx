// The pages, with the same markup for every peer. Each hands in a `Link` of its own: `page` and `id` say where it leads,
// `when` when it prefetches (`best`, the best setting of that framework; `view`, as soon as it is in view; `off`).

const NAMES = {
  en: { home: 'Home', links: 'Links', list: 'List', photos: 'Photos', doc: 'Handbook', foot: 'A page of the bench.' },
  de: {
    home: 'Start',
    links: 'Links',
    list: 'Liste',
    photos: 'Fotos',
    doc: 'Handbuch',
    foot: 'Eine Seite der Messung.',
  },
}

const NAV = ['home', 'links', 'list', 'photos', 'doc']

export function Frame({ Link, lang = 'en', children }) {
  const names = NAMES[lang]
  return (
    <div className="frame">
      <header>
        <nav aria-label="Pages">
          {NAV.map((page) => (
            <Link key={page} page={page} when="off" lang={lang}>
              {names[page]}
            </Link>
          ))}
        </nav>
      </header>
      <main id="content">{children}</main>
      <footer>{names.foot}</footer>
    </div>
  )
}

export function Home() {
  return (
    <>
      <h1>Harbour</h1>
      <p>A page that is the same for everyone, and needs no data.</p>
    </>
  )
}

export function Links({ Link, list }) {
  return (
    <>
      <h1>{list.items.length} links</h1>
      <output>{list.stamp}</output>
      <ul className="links">
        {list.items.map(({ id, title }) => (
          <li key={id}>
            <Link page="item" id={id} when="best">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** 24 items; `when` says how they are prefetched. With `last`, one more that is not. */
export function List({ Link, list, title, when, last }) {
  return (
    <>
      <h1>{title}</h1>
      <output>{list.stamp}</output>
      <ul className="cards">
        {list.items.map(({ id, title: name, text }) => (
          <li key={id}>
            <article>
              <h2>
                <Link page="item" id={id} when={when}>
                  {name}
                </Link>
              </h2>
              <p>{text}</p>
            </article>
          </li>
        ))}
      </ul>
      {last && (
        <p>
          <Link page="item" id={last} when="off">
            Item {last}
          </Link>
        </p>
      )}
    </>
  )
}

export function Item({ Link, item }) {
  return (
    <article>
      <h1>{item.title}</h1>
      <output>{item.stamp}</output>
      <p>{item.text}</p>
      <p>
        <Link page="list" when="off">
          Back to the list
        </Link>
      </p>
    </article>
  )
}

export function Photos({ Link }) {
  return (
    <>
      <h1>Photos</h1>
      <ul className="photos">
        {Array.from({ length: 12 }, (_, index) => String(index + 1)).map((id) => (
          <li key={id}>
            <Link page="photo" id={id} when="best">
              <Picture id={id} />
              Photo {id}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Photo({ photo }) {
  return (
    <figure>
      <h1>{photo.title}</h1>
      <Picture id={photo.id} />
      <figcaption>{photo.text}</figcaption>
    </figure>
  )
}

function Picture({ id }) {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true">
      <rect width="120" height="80" fill={`hsl(${Number(id) * 29} 40% 70%)`} />
      <circle cx={20 + Number(id) * 6} cy="40" r="18" fill={`hsl(${Number(id) * 29} 60% 40%)`} />
    </svg>
  )
}

export function Doc({ doc }) {
  return (
    <article lang={doc.lang}>
      <h1>{doc.title}</h1>
      <p className="summary">{doc.summary}</p>
      <div className="prose" dangerouslySetInnerHTML={{ __html: doc.html }} />
    </article>
  )
}

/** One of the routes that the bench adds to see what many of them cost. */
export function Simple({ name }) {
  return <h1>Route {name}</h1>
}
