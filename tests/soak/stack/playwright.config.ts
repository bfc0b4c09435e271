import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  use: { baseURL: process.env.ORIGIN, launchOptions: { executablePath: process.env.CHROMIUM } },
})
