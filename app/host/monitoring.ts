import { eventHandler } from 'vinxi/http'
export default eventHandler(() => new Response('x', { status: 501 }))
