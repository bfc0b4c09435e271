import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication } from '#tests/harness/make-application.ts'
import { root } from '#tests/harness/project-files.ts'
import { ask } from '#tests/harness/request.ts'
import { startDev } from '#tests/harness/start-dev.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { startCommand } from '#tests/application/commands/build-commands.ts'

const BUILD_MS = 240_000

/** Packages by path: their part of the lock file, and their files. */
const PACKAGES: Record<string, { lock: object; files: Record<string, string> }> = {
  // It loads a file beside its own, as a native package does, by a helper of which another version is at the top.
  'node_modules/tide-gauge': {
    lock: { dependencies: { 'gauge-bindings': '^2.0.0' } },
    files: {
      'index.js': `const load = require('gauge-bindings')\nexports.read = () => load(__dirname, 'gauge')`,
      'build/gauge.js': `module.exports = 'high water'`,
    },
  },
  'node_modules/tide-gauge/node_modules/gauge-bindings': {
    lock: {},
    files: { 'index.js': `module.exports = (folder, name) => require(require('path').join(folder, 'build', name))` },
  },
  'node_modules/gauge-bindings': { lock: {}, files: { 'index.js': `throw new Error('the other version')` } },
  // It has React's hooks, and imports a package that has not.
  'node_modules/harbour-panel': {
    lock: { dependencies: { 'panel-size': '^1.0.0' }, peerDependencies: { react: '*' } },
    files: {
      'index.js': `import { createElement, useState } from 'react'
import { size } from 'panel-size'
export const Panel = () => createElement('p', null, useState('a panel of size ' + size)[0])`,
    },
  },
  'node_modules/panel-size': { lock: {}, files: { 'index.js': `exports.size = 'XL'` } },
  'node_modules/broken-gauge': {
    lock: {},
    files: { 'index.js': `exports.read = () => ''\nrequire('./build/missing')` },
  },
}

const FUNCTIONS = 'app/pages/gauge.functions.ts'

const FILES = {
  [FUNCTIONS]: `import { createServerFn } from '@tanstack/react-start'
import { read } from 'tide-gauge'
export const readGauge = createServerFn().handler(() => read())`,
  'app/routes/{-$locale}/gauge.tsx': `import { createFileRoute } from '@tanstack/react-router'
import { Panel } from 'harbour-panel'
import { readGauge } from '#app/pages/gauge.functions.ts'
export const Route = createFileRoute('/{-$locale}/gauge')({ loader: () => readGauge(), component: Page })
function Page() {
  return <><h1>{Route.useLoaderData()}</h1><Panel /></>
}`,
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Installs the packages in an application, with a page that uses them. */
function addPackages(folder: string): void {
  const locks = Object.entries(PACKAGES).map(([path, { lock }]) => [path, { version: '1.0.0', ...lock }])
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) {
    const lock = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { packages: object }
    write(folder, path, JSON.stringify({ ...lock, packages: { ...lock.packages, ...Object.fromEntries(locks) } }))
  }
  for (const [path, { files }] of Object.entries(PACKAGES)) {
    const type = path.endsWith('harbour-panel') ? 'module' : 'commonjs'
    write(folder, `${path}/package.json`, JSON.stringify({ name: path.split('node_modules/').at(-1), type }))
    for (const [file, text] of Object.entries(files)) write(folder, `${path}/${file}`, text)
  }
  for (const [path, text] of Object.entries(FILES)) write(folder, path, text)
}

const PAGE = { status: 200, text: expect.stringMatching(/high water.*a panel of size XL/s) as string }

async function readPage({ origin }: { origin: string }): Promise<typeof PAGE> {
  const { status, text } = await ask('/gauge', { origin })
  return { status, text }
}

describe('CommonJS packages that load files beside their own', { timeout: BUILD_MS }, () => {
  let folder: string
  beforeAll(async () => {
    folder = temporaryFolder(join(root, 'tests/.tmp'))
    await makeApplication(folder, { name: 'Gauge', languages: ['en', 'de'], parts: [] }, symlinkSync)
    addPackages(folder)
  })

  it('work in development', async () => {
    const dev = await startDev({}, { folder })
    try {
      expect(await readPage(dev)).toEqual(PAGE)
    } finally {
      dev.stop()
    }
  })

  it('work in production, where the build is without its project too', async () => {
    const build = startCommand('build', folder)
    const [code] = (await once(build, 'exit')) as [number]
    expect({ code, said: await build.output }).toMatchObject({ code: 0 })
    const elsewhere = temporaryFolder()
    for (const output of ['.output', '.vinxi/build'])
      cpSync(join(folder, output), join(elsewhere, output), { recursive: true })
    for (const cwd of [folder, elsewhere]) {
      const server = await startServer({ cwd })
      expect(await readPage(server)).toEqual(PAGE)
      expect(await server.stop()).toBe(0)
    }
    const [name = ''] = readdirSync(join(elsewhere, '.output/builds'))
    const copied = join('.output/builds', name, 'server/node_modules')
    expect(readdirSync(join(elsewhere, copied))).toEqual(expect.arrayContaining(['panel-size', 'tide-gauge']))
    rmSync(join(elsewhere, copied, 'tide-gauge'), { recursive: true })
    await expect(startServer({ cwd: elsewhere })).rejects.toThrow(
      /the build is incomplete: server\/node_modules\/tide-gauge\/package.json is missing/,
    )
  })

  it('stop the build by their name if they cannot be loaded', async () => {
    write(folder, FUNCTIONS, FILES[FUNCTIONS]?.replace('tide-gauge', 'broken-gauge') ?? '')
    const build = startCommand('build', folder)
    const [code] = (await once(build, 'exit')) as [number]
    expect({ code, said: await build.output }).toEqual({
      code: 1,
      said: expect.stringMatching(/the package broken-gauge cannot be loaded: Cannot find module '.\/build\/missing'/),
    })
    const server = await startServer({ cwd: folder })
    expect(await readPage(server)).toEqual(PAGE)
    expect(await server.stop()).toBe(0)
  })
})
