/** Shows which of the three routes under `/docs` matched, and its params. */
export function DocsPage({ route, params }: { route: string; params: object }) {
  return (
    <>
      <h1>Precedence</h1>
      <dl>
        <dt>Route</dt>
        <dd data-testid="route" dir="ltr">
          {route}
        </dd>
        <dt>Params</dt>
        <dd data-testid="params" dir="ltr">
          {JSON.stringify(params)}
        </dd>
      </dl>
    </>
  )
}
