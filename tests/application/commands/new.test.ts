import { describe, expect, it } from 'vitest'
import { LIMIT_MS, newApplication } from '#tests/harness/new-application.ts'
import { ask } from '#tests/harness/request.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { withServer } from '#tests/harness/with-server.ts'

type Options = Parameters<typeof newApplication>[1]

/** Pages, with their status and a text of them. */
type Answers = [path: string, status: number, text: string][]

const APPLICATIONS: [name: string, options: Options, answers: Answers][] = [
  [
    'in one language',
    { languages: ['en'], parts: [] },
    [
      ['/', 200, 'Harbour notes'],
      ['/de', 404, 'Harbour notes'],
      ['/reports', 404, 'Harbour notes'],
      ['/guestbook', 200, 'Nobody has signed yet.'],
      ['/sitemap.xml', 200, '/guestbook</loc>'],
    ],
  ],
  [
    'in two languages with the desk',
    { languages: ['en', 'de'], parts: ['report-desk'] },
    [
      ['/', 200, 'Harbour notes'],
      ['/de', 200, 'Wofür diese Website da ist'],
      ['/de/guestbook', 200, 'Gästebuch'],
      ['/reports', 401, 'name="token"'],
      ['/healthz', 200, ''],
      ['/manifest.webmanifest', 200, '"/favicon.svg"'],
    ],
  ],
]

describe.each(APPLICATIONS)(
  'an application made by the command new, %s',
  { timeout: LIMIT_MS },
  (_, options, answers) => {
    // Outside of this project, whose .gitignore is that of everything below it.
    const folder = temporaryFolder()

    it('passes its own tests: formatting, lint, types, functions, HTTP and Chromium', async () => {
      const command = await newApplication(folder, options)
      const { code, out, err } = await command('test')
      expect(code, `${out}\n${err}`).toBe(0)
      for (const name of ['formatting', 'lint', 'types']) expect(out).toContain(`passed  ${name}`)
    })

    describe('that is built', () => {
      const server = withServer(() => ({ cwd: folder }))

      it.each(answers)('answers %s with %i', async (path, status, text) => {
        const answer = await ask(path, { origin: server.origin })
        expect(answer.status).toBe(status)
        expect(answer.text).toContain(text)
      })
    })
  },
)
