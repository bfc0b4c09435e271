import { describe, expect, it } from 'vitest'
import { addPiece, PIECES } from '#fairlead/cli/add-piece.ts'
import { templateFiles } from '#fairlead/cli/template-files.ts'

const application = (...languages: [string, ...string[]]) =>
  templateFiles({ name: 'Harbour', languages, parts: [], library: '~1.0.0' })

/** Returns what a piece adds to an application with these languages. */
const added = (piece: (typeof PIECES)[number], ...languages: [string, ...string[]]) =>
  addPiece(piece, 'harbour-masters', application(...languages), () => false)

describe('a piece', () => {
  it.each([
    ['page', ['app/routes/harbour-masters.tsx', 'tests/harbour-masters.http.test.ts']],
    [
      'form',
      [
        'app/harbour-masters/harbour-masters.functions.ts',
        'app/routes/harbour-masters.tsx',
        'tests/harbour-masters.http.test.ts',
      ],
    ],
    [
      'resource',
      [
        'app/harbour-masters/harbour-masters-queries.ts',
        'app/harbour-masters/harbour-masters-store.server.ts',
        'app/harbour-masters/harbour-masters.functions.ts',
        'app/harbour-masters/migrations/001-harbour-masters.server.ts',
        'app/harbour-masters/tables.d.ts',
        'app/routes/harbour-masters/$id/edit.tsx',
        'app/routes/harbour-masters/$id/index.tsx',
        'app/routes/harbour-masters/index.tsx',
        'app/routes/harbour-masters/new.tsx',
        'tests/harbour-masters.http.test.ts',
        'tests/harbour-masters.test.ts',
      ],
    ],
  ] as const)('%s is the files of its template, with the name', (piece, paths) => {
    const { files } = added(piece, 'en')
    expect([...files.keys()]).toEqual(paths)
    const text = [...files.values()].join('')
    expect(text).not.toMatch(/__[a-z]+__/i)
    expect(text).toContain("createFileRoute('/harbour-masters")
    expect(text).toContain("'Harbour masters'")
  })

  it.each(PIECES)('%s is below the languages where there are several', (piece) => {
    const { files, left } = added(piece, 'en', 'de')
    const routes = [...files].filter(([path]) => path.startsWith('app/routes/'))
    for (const [path, text] of routes) {
      expect(path).toMatch(/^app\/routes\/\{-\$locale\}\/harbour-masters[./]/)
      expect(text).toContain("createFileRoute('/{-$locale}/harbour-masters")
    }
    const app = [...files].filter(([path]) => path.startsWith('app/')).map(([, text]) => text)
    // A link, or a redirect of a form, that kept its path would not compile.
    expect(app.join('')).not.toMatch(/\bto(?:=|: )["']\/harbour-masters/)
    expect(files.has('tests/harbour-masters.http.test.ts')).toBe(true)
    expect(left[0]).toContain('<Link to="/{-$locale}/harbour-masters">Harbour masters</Link>')
    expect(left.at(-1)).toContain('app/locales/LANGUAGE/harbour-masters.json')
  })

  it.each([
    ['no name', '', 'a name is missing'],
    ['capitals', 'Buoy', '"Buoy" is no name'],
    ['a path', 'a/b', '"a/b" is no name'],
    ['a hyphen at the end', 'buoy-', '"buoy-" is no name'],
    ['the name of a layout', 'route', 'route is reserved'],
    ['a path of the server', 'healthz', 'healthz is reserved'],
    ['a language', 'de', 'de is a language of app/routing.ts, which has this path'],
    ['a language with a region', 'pt-br', 'pt-br is a language of app/routing.ts, which has this path'],
  ])('is refused with %s', (_, name, fault) => {
    expect(() => addPiece('page', name, application('en', 'de', 'pt-BR'), () => false)).toThrow(
      `add page: ${fault}; allowed: words in lower case with hyphens, such as harbour-masters`,
    )
  })

  it.each([
    ['a page', 'page', 'guestbook', application('en'), undefined, 'app/routes/guestbook.tsx'],
    [
      'a page below the languages',
      'page',
      'guestbook',
      application('en', 'de'),
      undefined,
      'app/routes/{-$locale}/guestbook.tsx',
    ],
    ['a folder', 'form', 'shell', new Map(), 'app/shell', 'app/shell'],
    ['a test', 'page', 'buoy', new Map(), 'tests/buoy.http.test.ts', 'tests/buoy.http.test.ts'],
  ] as const)('does not overwrite %s', (_, piece, name, sources, there, named) => {
    expect(() => addPiece(piece, name, sources, (path) => path === there)).toThrow(
      `add ${piece}: ${named} is there already; allowed: another name`,
    )
  })
})
