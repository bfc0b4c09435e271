// The sources are those of the Next.js peer, next.config.mjs too: a drop-in replacement is measured as one.
import vinext from 'vinext'
import { defineConfig } from 'vite'

// Pages that need nothing of the request are made at build time, as Next.js makes them.
export default defineConfig({ plugins: [vinext({ prerender: true })] })
