// https://next-intl.dev/docs/routing/middleware
import createMiddleware from 'next-intl/middleware'
import { routing } from './routing.js'

export default createMiddleware({ ...routing, localeDetection: false })

export const config = { matcher: '/((?!_next).*)' }
