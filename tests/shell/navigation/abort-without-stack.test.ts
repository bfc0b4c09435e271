import { expect, it } from 'vitest'
import { abortWithoutStack } from '#app/navigation/abort-without-stack.ts'

/** Other tests use the one of the process. */
class Controller extends AbortController {}
abortWithoutStack(Controller)

it('the error of an aborted signal is what browsers make, and has no stack', () => {
  const controller = new Controller()
  const heard: unknown[] = []
  controller.signal.addEventListener('abort', () => heard.push(new Error('listener').stack))
  controller.abort()
  const reason = controller.signal.reason as DOMException
  expect(reason).toBeInstanceOf(DOMException)
  expect(reason.name).toBe('AbortError')
  expect(reason.stack).not.toContain('abort-without-stack')
  expect(heard).toEqual([expect.stringContaining('abort-without-stack.test')])
})

it('a reason is passed on', () => {
  const controller = new Controller()
  controller.abort('left')
  expect(controller.signal.reason).toBe('left')
})
