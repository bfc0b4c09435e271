// Next.js behind a server of its own, which has a WebSocket.
// https://nextjs.org/docs/app/guides/custom-server
import { createServer } from 'node:http'
import { createHash } from 'node:crypto'
import next from 'next'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const port = Number(process.env.PORT)
const server = createServer()
// Next.js would listen for upgrades of the server that it is given, and end those that it does not know.
const app = next({ dev: false, httpServer: createServer(), hostname: '127.0.0.1', port })
await app.prepare()
const handle = app.getRequestHandler()
server.on('request', (request, response) => void handle(request, response))
server.on('upgrade', ({ headers }, socket) => {
  const accept = createHash('sha1')
    .update(headers['sec-websocket-key'] + GUID)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  )
  // A text frame of a server: it is not masked.
  const text = Buffer.from('from the old one')
  socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]))
  socket.on('error', () => {}).on('end', () => socket.end())
})
server.listen(port, '127.0.0.1')
