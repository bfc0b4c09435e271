/** Shows which of the three routes under `/docs` matched, and its params. */
export function DocsPage({ route, params }: { route: string; params: object }) {
  return (
    <>
      <h1>Precedence</h1>
      <p data-testid="route">{route}</p>
      <p data-testid="params">{JSON.stringify(params)}</p>
    </>
  )
}
