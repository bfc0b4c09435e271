import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { GateDecision, RouterDelegates } from '#fairlead/navigation/router-types.ts'

const mocks = vi.hoisted(() => ({
  startEngine: vi.fn<() => object>(),
  connect: vi.fn<() => Promise<boolean>>(),
  ignore: () => undefined,
}))

vi.mock('virtual:server-functions', () => ({ loadServerFunctions: mocks.ignore }))
vi.mock('#fairlead/messages/messages.ts', () => ({ loadMessageFiles: () => Promise.resolve() }))
vi.mock('#fairlead/navigation/engine-core.ts', () => ({ startEngine: mocks.startEngine }))
vi.mock('#fairlead/navigation/loading/early-input.ts', () => ({ recordEarlyInput: () => mocks.ignore }))
vi.mock('#fairlead/platform/when-idle.ts', () => ({ whenIdle: (act: () => void) => act() }))
vi.mock('#fairlead/navigation/loading/connection.ts', () => ({
  connect: mocks.connect,
  isOffline: { get: () => false },
  watchConnection: mocks.ignore,
}))

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', mocks.ignore)
  vi.stubGlobal('removeEventListener', mocks.ignore)
  mocks.connect.mockReset().mockResolvedValue(false)
  mocks.startEngine.mockReset().mockReturnValue({ navigations: { waitFor: mocks.ignore } })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

/** Starts the navigation layer of a page that is hydrated. */
async function start(fetchRouting?: () => Promise<void>) {
  const { installEngine } = await import('#fairlead/navigation/engine.ts')
  const delegates: RouterDelegates = {}
  const page = { navigationId: 0, browser: { subscribe: mocks.ignore } }
  const router = {
    latestLocation: {},
    subscribe(_event: string, listener: (change: object) => void) {
      queueMicrotask(() => listener({}))
      return mocks.ignore
    },
  }
  installEngine({ router, delegates, page, fetchRouting } as never)
  return { page, isOpen: () => delegates.gate?.(false) === undefined, enter: () => delegates.gate?.(false) }
}

const fail = () => Promise.reject(new Error('No network.'))
const noEngine = () => {
  throw new Error('The chunk is missing.')
}

it('a navigation waits for the engine, and the next one for nothing', async () => {
  const { enter, isOpen } = await start()
  expect(await enter()).toBe('open')
  expect(mocks.startEngine).toHaveBeenCalledOnce()
  expect(isOpen()).toBe(true)
})

it.each<[name: string, fetch: (() => Promise<void>)[], connect: boolean[], expected: GateDecision]>([
  ['that have arrived', [() => Promise.resolve()], [], 'open'],
  ['again, once the server is in reach', [fail, fail, () => Promise.resolve()], [true], 'open'],
  ['that do not arrive, and becomes a document', [fail, fail], [false], 'document'],
])('a navigation waits for the redirects %s', async (_, fetch, connect, expected) => {
  const fetchRouting = vi.fn<() => Promise<void>>(() => Promise.resolve())
  for (const each of fetch) fetchRouting.mockImplementationOnce(each)
  for (const each of connect) mocks.connect.mockResolvedValueOnce(each)
  const { enter, isOpen } = await start(fetchRouting)
  expect(await enter()).toBe(expected)
  expect(isOpen()).toBe(expected === 'open')
})

it.each<[name: string, attempts: number, connect: boolean[], expected: GateDecision]>([
  ['goes on without the engine if its code is missing', 1, [false], 'open'],
  ['waits for the engine until the server is in reach', 1, [true], 'open'],
  ['becomes a document if the code is missing after that as well', 2, [true, false], 'document'],
])('a navigation %s', async (_, attempts, connect, expected) => {
  for (let attempt = 0; attempt < attempts; attempt += 1) mocks.startEngine.mockImplementationOnce(noEngine)
  for (const each of connect) mocks.connect.mockResolvedValueOnce(each)
  const { enter } = await start()
  expect(await enter()).toBe(expected)
  expect(mocks.connect).toHaveBeenCalledTimes(connect.length)
})

it('a navigation is superseded by a later one', async () => {
  const { enter } = await start()
  expect(await Promise.all([enter(), enter()])).toEqual(['superseded', 'open'])
})
