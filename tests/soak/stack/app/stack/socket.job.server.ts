import { WebSocketServer } from 'ws'
import { defineHooks } from 'fairlead/jobs.server'

let server: WebSocketServer | undefined

export default defineHooks({
  name: 'socket',
  onStart() {
    server = new WebSocketServer({ port: Number(new URL(import.meta.env.VITE_SOCKET as string).port) })
    server.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${String(data)}`)))
  },
  onStop: () => server?.close(),
})
