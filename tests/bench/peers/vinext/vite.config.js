// The sources are those of the Next.js peer, next.config.mjs too: a drop-in replacement is measured as one. It is built by
// Vite and started by its own command, as its README says, which names Cache Components as incomplete: those of Next.js are
// not compared with it.
// https://github.com/cloudflare/vinext#readme
import vinext from 'vinext'
import { defineConfig } from 'vite'

// Pages that need nothing of the request are made at build time, as Next.js makes them.
export default defineConfig({ plugins: [vinext({ prerender: true })] })
