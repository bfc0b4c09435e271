import { afterEach, beforeEach, vi } from 'vitest'
import { checkPages } from '#fairlead/testing/page.ts'
import { examples } from '#fairlead/testing/start-application.ts'

// For code under test that reads the environment.
for (const [name, value] of Object.entries(examples())) process.env[name] ??= value

// A test that meets an unexpected console.error or console.warn fails. A test that expects one spies on it itself.
const unexpected: string[] = []

beforeEach(() => {
  unexpected.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      unexpected.push(`console.${level}: ${args.map(String).join(' ')}`)
    })
  }
})

afterEach(async () => {
  vi.restoreAllMocks()
  if (unexpected.length > 0) throw new Error(`unexpected output\n${unexpected.join('\n')}`)
  await checkPages()
})
