import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  define: { __RULES__: process.env.RULES ?? '1000' },
  plugins: [reactRouter()],
})
