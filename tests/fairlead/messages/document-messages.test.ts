import { expect, it } from 'vitest'
import { messageModules, messagesAdapter, messagesArrived, setModuleUrl } from '#fairlead/messages/document-messages.ts'
import { RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'

const SHELL = '/_build/shell-en.js'

/** Returns messages whose module in the browser has a URL, or none. */
function messages(url?: string): object {
  const texts = { home: 'Home' }
  setModuleUrl(texts, url)
  return texts
}

it('messages of a build are in a document as the URL of their module', () => {
  const shell = messages(SHELL)
  expect(messagesAdapter.test(shell)).toBe(true)
  expect(messagesAdapter.toSerializable(shell as never)).toBe(SHELL)
})

it('messages without a module, as in dev, are in a document themselves', () => {
  expect(messagesAdapter.test(messages())).toBe(false)
})

it('the response of a server function has the messages themselves', () => {
  const context = new RequestContext(new Request('http://localhost/_serverFn/a'), '', undefined)
  context.kind = 'call'
  expect(runWithRequestContext(context, () => messagesAdapter.test(messages(SHELL)))).toBe(false)
})

it('the modules of a page are those of the members of its data, each once', () => {
  const shell = messages(SHELL)
  const data = [undefined, { shell, timeZone: 'UTC' }, { lab: messages('/_build/lab-en.js'), shell, none: null }]
  expect(messageModules(data)).toEqual([SHELL, '/_build/lab-en.js'])
})

it('messages of a document have arrived once their modules are loaded', async () => {
  const read = messagesAdapter.fromSerializable('data:text/javascript,export default { home: "Home" }')
  expect(read).toEqual({})
  await messagesArrived()
  expect(read).toEqual({ home: 'Home' })
})

it('a module that cannot be fetched is an error, not a page without texts', async () => {
  messagesAdapter.fromSerializable('data:text/javascript,throw new Error("gone")')
  await expect(messagesArrived()).rejects.toThrow('gone')
})
