// Reads every request to its end and answers it, and keeps nothing: what the HTTP server of Node alone allows.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = JSON.stringify({ id: '0'.repeat(32) })
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
