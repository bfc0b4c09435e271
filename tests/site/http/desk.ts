import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, type Answer } from '#tests/harness/request.ts'
import { root } from '#tests/harness/project-files.ts'

export const TOKEN = 'the-token-of-the-tests'

/** The values for route params. */
const PARAMS: Record<string, string> = { $: 'no/such', $id: 'NOSUCHONE2' }

/** Returns every path of the desk, from the route tree. */
export function deskPaths(): string[] {
  const tree = readFileSync(join(root, 'routeTree.gen.ts'), 'utf8')
  const found = [...tree.matchAll(/fullPath: '\/\{-\$locale\}(\/reports[^']*)'/g)].map(([, path = '']) =>
    path.replace(/(?<=.)\/$/, ''),
  )
  return [...new Set(found)].map((path) => path.replace(/\$\w*/g, (param) => PARAMS[param] ?? param))
}

/** Returns every server function of the desk, from the build. */
export function deskFunctions(): { id: string; name: string }[] {
  const files = globSync('.output/server/chunks/*.mjs', { cwd: root })
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const call = /id: "([\da-f]{64})",\s*name: "(\w+)",\s*filename: "app\/report-desk\//g
  const found = sources.flatMap((source) => [...source.matchAll(call)])
  return [...new Map(found.map(([, id = '', name = '']) => [id, { id, name }])).values()]
}

/** Posts the form of the desk. */
export async function postForm(
  origin: string,
  fields: Record<string, string>,
  more: { to?: string; path?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const search = more.to === undefined ? '' : `?${new URLSearchParams({ to: more.to })}`
  return fetch(`${origin}${more.path ?? '/reports/session'}${search}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: more.headers ?? {},
    redirect: 'manual',
  })
}

/** Signs in and returns the cookie as a browser sends it back. */
export async function signIn(origin: string, token: string = TOKEN): Promise<string> {
  const { headers } = await postForm(origin, { token })
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
}

/** Requests a page of the desk with a cookie. */
export function askDesk(origin: string, path: string, cookie?: string): Promise<Answer> {
  return ask(path, { origin, headers: cookie === undefined ? {} : { cookie } })
}
