import { expect, it } from 'vitest'
import { finishResponse } from '#fairlead/server/finish-response.server.ts'
import { StringResponse, unreadText } from '#fairlead/server/http/string-response.server.ts'
import { RequestContext } from '#fairlead/platform/request-context.server.ts'

const personal = () => {
  const context = new RequestContext(new Request('http://localhost/'), '')
  context.isPersonal = true
  return context
}

it('a page for one visitor that is a string is sent as one, and stored by no cache', async () => {
  const response = await finishResponse(new StringResponse('page'), personal())
  expect(unreadText(response)).toBe('page')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

it('a redirect for one visitor, whose headers cannot be changed, is stored by no cache either', async () => {
  const response = await finishResponse(Response.redirect('http://localhost/next', 303), personal())
  expect(response.headers.get('location')).toBe('http://localhost/next')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})
