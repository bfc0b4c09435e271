import { eventHandler } from 'vinxi/http'

/** Everything that vinxi hands to the base `/monitoring`, which it matches by prefix: `/monitoringxyz` comes here too. */
export default eventHandler(({ path, method, node: { res } }) => {
  const answer = (status: number, error: string, headers: Record<string, string> = {}) => {
    res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    res.end(`${JSON.stringify({ error })}\n`)
  }

  if (new URL(path, 'http://host').pathname !== '/') return answer(404, 'nothing is kept at this address')
  if (method !== 'POST') return answer(405, `${method} is not allowed; reports come by POST`, { allow: 'POST' })
  return answer(501, 'this server takes no reports yet')
})
