import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#tests/harness/free-port.ts'

/** A tab of a browser. */
export type Browser = {
  /** Opens another tab, of the same profile. */
  another: () => Promise<Browser>
  /** Loads a document, and waits for its `load` event. */
  navigate: (url: string) => Promise<unknown>
  /** Calls a function of the page by its source. */
  call: (source: string, args: readonly unknown[]) => Promise<unknown>
  /** Moves the mouse there; and presses its button. */
  move: (x: number, y: number) => Promise<unknown>
  click: (x: number, y: number) => Promise<unknown>
  /** Presses keys: characters, or one of `KEYS`. */
  press: (...keys: readonly string[]) => Promise<unknown>
  /** PNG of the window, as base64. */
  screenshot: () => Promise<string>
  resize: (width: number, height: number) => Promise<unknown>
  /** Ends the browser, with all tabs. */
  close: () => Promise<unknown>
}

/** Code points of keys without a character. */
const KEYS: Readonly<Record<string, string>> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003' }

/** Returns input by the actions that both protocols share. */
function inputBy(act: (actions: object[]) => Promise<unknown>): Pick<Browser, 'move' | 'click' | 'press'> {
  const mouse = (...actions: object[]) => act([{ type: 'pointer', id: 'mouse', actions }])
  const moveTo = (x: number, y: number) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
  return {
    move: (x, y) => mouse(moveTo(x, y)),
    click: (x, y) => mouse(moveTo(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }),
    press: (...keys) =>
      act([
        {
          type: 'key',
          id: 'keyboard',
          actions: keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key }))),
        },
      ]),
  }
}

/** Time for a browser to start, and for a script of a page. */
const LIMIT_MS = 30_000

/** Returns the path of a program. */
export function findProgram(name: string, debianPackage: string, ...paths: string[]): string {
  const found = paths.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(`${name} is not installed (looked for ${paths.join(', ')}): apt-get install ${debianPackage}`)
}

/** Returns a new folder, and what ends a process and deletes the folder. */
function startInFolder(start: (folder: string) => ChildProcess): { child: ChildProcess; end: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-engine-'))
  const child = start(folder)
  const kill = () => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGKILL')
  process.once('exit', kill)
  return {
    child,
    end() {
      kill()
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Message = { id?: number; result?: unknown; message?: string }
type Called = { type: string; result: { value?: string }; exceptionDetails?: { text: string } }

/** Starts Firefox, by WebDriver BiDi. */
export async function startFirefox(): Promise<Browser> {
  const program = findProgram('Firefox', 'firefox-esr', '/usr/bin/firefox-esr', '/usr/bin/firefox')
  const { child, end } = startInFolder((folder) => {
    const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0']
    return spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  })
  const address = await new Promise<string>((resolve, reject) => {
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => {
        const [, origin] = /^WebDriver BiDi listening on (\S+)$/.exec(line) ?? []
        if (origin !== undefined) resolve(`${origin}/session`)
      })
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code} before it listened`)))
  })

  const socket = new WebSocket(address)
  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let lastId = 0
  const send = async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<Message>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { result, message } = await promise
    waiting.delete(id)
    if (message !== undefined) throw new Error(`${method}: ${message}`)
    return result
  }

  await send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore', beforeUnload: 'accept' } } },
  })
  const tabOf = (context: string): Browser => ({
    async another() {
      const created = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
      return tabOf(created.context)
    },
    navigate: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async call(source, args) {
      const { result, exceptionDetails } = (await send('script.callFunction', {
        functionDeclaration: `async () => JSON.stringify(await (${source})(...${JSON.stringify(args)}))`,
        target: { context },
        awaitPromise: true,
      })) as Called
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result.value === undefined ? undefined : (JSON.parse(result.value) as unknown)
    },
    ...inputBy((actions) => send('input.performActions', { context, actions })),
    screenshot: async () => ((await send('browsingContext.captureScreenshot', { context })) as { data: string }).data,
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async close() {
      socket.close()
      end()
    },
  })
  // In the first tab the address bar has the focus, and elements get it without an event.
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
  await send('browsingContext.activate', { context })
  return tabOf(context)
}

/** Starts WebKit, by the protocol of the W3C's first WebDriver. */
export async function startWebKit(): Promise<Browser> {
  const driver = findProgram('WebKit', 'webkit2gtk-driver', '/usr/bin/WebKitWebDriver')
  const browser = findProgram(
    'WebKit',
    'webkit2gtk-driver',
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  )
  const port = await freePort()
  const { end } = startInFolder((folder) => {
    // GTK's way to say that motion is not wanted.
    mkdirSync(join(folder, '.config/gtk-3.0'), { recursive: true })
    writeFileSync(join(folder, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
    const env = {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
    }
    const screen = ['-a', '-s', '-screen 0 1600x1200x24 -nolisten tcp']
    const args = [...screen, driver, `--port=${port}`, '--host=local']
    return spawn(findProgram('Xvfb', 'xvfb xauth', '/usr/bin/xvfb-run'), args, {
      env,
      stdio: 'ignore',
      detached: true,
    })
  })
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value?: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
  const until = Date.now() + LIMIT_MS
  while (
    !(await send('GET', '/status').then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const args = ['--automation', '--enable-page-cache=true']
  const options = { 'webkitgtk:browserOptions': { binary: browser, args }, unhandledPromptBehavior: 'ignore' }
  const { sessionId } = (await send('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
    sessionId: string
  }
  const command = (method: string, path: string, body?: object) => send(method, `/session/${sessionId}${path}`, body)
  await command('POST', '/timeouts', { script: LIMIT_MS, pageLoad: LIMIT_MS })
  let current = ''
  const tabOf = (handle: string): Browser => {
    const inTab = async (method: string, path: string, body?: object): Promise<unknown> => {
      if (current !== handle) await command('POST', '/window', { handle })
      current = handle
      return command(method, path, body)
    }
    const call: Browser['call'] = async (source, values) => {
      const script = `const [args, done] = arguments
        const call = async () => (${source})(...args)
        call().then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const result = await inTab('POST', '/execute/async', { script, args: [values] })
      const { value, error } = result as { value?: unknown; error?: string }
      if (error !== undefined) throw new Error(error)
      return value
    }
    return {
      async another() {
        const created = (await inTab('POST', '/window/new', { type: 'tab' })) as { handle: string }
        return tabOf(created.handle)
      },
      navigate: (url) => inTab('POST', '/url', { url }),
      call,
      ...inputBy((actions) => inTab('POST', '/actions', { actions })),
      screenshot: () => inTab('GET', '/screenshot') as Promise<string>,
      // The window is larger than the page by the browser's bars.
      async resize(width, height) {
        const limit = Date.now() + LIMIT_MS
        while (Date.now() < limit) {
          const inner = (await call('() => [innerWidth, innerHeight]', [])) as [number, number]
          if (inner[0] === width && inner[1] === height) return
          const outer = (await inTab('GET', '/window/rect')) as { width: number; height: number }
          const rect = { width: outer.width + width - inner[0], height: outer.height + height - inner[1] }
          await inTab('POST', '/window/rect', { x: 0, y: 0, ...rect })
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        throw new Error(`WebKit's page could not be made ${width} by ${height}`)
      },
      async close() {
        await command('DELETE', '').catch(() => {})
        end()
      },
    }
  }
  return tabOf((await command('GET', '/window')) as string)
}
