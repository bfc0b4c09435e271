import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Pages that are the same for everyone are made at build time.
// https://tanstack.com/start/latest/docs/framework/react/guide/static-prerendering
const STATIC = ['/', '/photos', '/handbook/prefetching', '/de/handbook/prefetching']

export default defineConfig({
  plugins: [
    tanstackStart({
      pages: STATIC.map((path) => ({ path, prerender: { enabled: true } })),
      prerender: { enabled: true, autoStaticPathsDiscovery: false, crawlLinks: false, failOnError: true },
    }),
    react(),
  ],
})
