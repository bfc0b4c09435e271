// Answers with what was captured: a file of JSON, path to status, headers and body in base64.
// https://nodejs.org/docs/latest-v24.x/api/http.html#responsewriteheadstatuscode-statusmessage-headers
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.env.CAPTURED, 'utf8'))).map(([path, { status, headers, body }]) => [
    path,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
)

createServer((request, response) => {
  const answer = answers.get(request.url)
  if (!answer) return response.writeHead(404).end()
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length }).end(answer.body)
}).listen(Number(process.env.PORT), process.env.HOST)
