import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFolder } from '#tests/harness/built-folder.ts'
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

/** The names of the functions that are for everybody. */
const PUBLIC = new Set(['signIn', 'signOut'])

type DeskFunction = { id: string; name: string }

/** Returns the server functions of the desk, from the build. */
function allDeskFunctions(): DeskFunction[] {
  const files = globSync(join(builtFolder(), 'server/chunks/*.mjs'))
  const sources = files.map((file) => readFileSync(file, 'utf8'))
  const call = /id: "([\da-f]{64})",\s*name: "(\w+)",\s*filename: "app\/fairlead\/report-desk\//g
  const found = sources.flatMap((source) => [...source.matchAll(call)])
  return [...new Map(found.map(([, id = '', name = '']) => [id, { id, name }])).values()]
}

/** Returns every server function of the desk that is only for operators. */
export function deskFunctions(): DeskFunction[] {
  return allDeskFunctions().filter(({ name }) => !PUBLIC.has(name))
}

/** Returns the URL of the function that signs in, or of the one that signs out. */
export function signInUrl(name: 'signIn' | 'signOut' = 'signIn'): string {
  const found = allDeskFunctions().find((each) => each.name === name)
  if (!found) throw new Error(`the build has no function ${name}`)
  return `/_serverFn/${found.id}?form=desk-${name === 'signIn' ? 'sign-in' : 'sign-out'}&field=`
}

type Posted = {
  /** Path and query of the page with the form. */
  page?: string
  /** True for a call by a script, which reads the response as data. */
  scripted?: boolean
  headers?: Record<string, string>
}

async function post(path: string, fields: Record<string, string>, { page = '/reports', scripted, headers }: Posted) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ _back: page, ...fields })) data.set(name, value)
  const own = { 'sec-fetch-site': 'same-origin', accept: 'text/html', ...(scripted && { 'x-tsr-serverfn': 'true' }) }
  return fetch(path, { method: 'POST', body: data, headers: { ...own, ...headers }, redirect: 'manual' })
}

/** Posts the form that signs in. */
export function postForm(origin: string, fields: Record<string, string>, posted: Posted = {}): Promise<Response> {
  return post(origin + signInUrl(), fields, posted)
}

/** Posts the form that signs out. */
export function postSignOut(origin: string, posted: Posted = {}): Promise<Response> {
  return post(origin + signInUrl('signOut'), {}, posted)
}

/** Returns the cookies of a response as a browser sends them back. */
export function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** Signs in and returns the cookie as a browser sends it back. */
export async function signIn(origin: string, token: string = TOKEN): Promise<string> {
  return cookiesOf(await postForm(origin, { token }))
}

/** Requests a page of the desk with a cookie. */
export function askDesk(origin: string, path: string, cookie?: string): Promise<Answer> {
  return ask(path, { origin, headers: cookie === undefined ? {} : { cookie } })
}
