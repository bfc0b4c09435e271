import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signIn, askDesk, TOKEN } from '#tests/site/http/desk.ts'
import { isOfBuild } from '#tests/harness/built-folder.ts'
import { root } from '#tests/harness/project-files.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const page = readFileSync(join(root, 'app/handbook/content/en/deploy.md'), 'utf8')

it('the files of the container on the deploy page suffice for pages, the desk and source-mapped stacks', async () => {
  const folder = temporaryFolder()
  for (const [, path = ''] of page.matchAll(/^COPY --from=build \/app\/(\S+) \1$/gm)) {
    cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: isOfBuild })
  }
  const [, program = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(page) ?? []
  const server = await startServer({ args: [program], cwd: folder, env: { OPERATOR_TOKEN: TOKEN } })
  const [, health = ''] = /health_uri (\S+)/.exec(page) ?? []
  expect((await fetch(`${server.origin}${health}`)).status).toBe(200)
  const failed = await (await fetch(`${server.origin}/lab/errors/loader-error`)).text()
  const [, digest = ''] = /Digest: ([2-9A-Z]{10})/.exec(failed.replaceAll('<!-- -->', '')) ?? []
  const report = await askDesk(server.origin, `/reports/${digest}`, await signIn(server.origin))
  expect(report.status).toBe(200)
  expect(report.text).toContain('app/lab/error-cases.server.ts')
  expect(await server.stop()).toBe(0)
})
