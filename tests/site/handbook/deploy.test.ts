import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '#fairlead/platform/env.server.ts'
import { ENVELOPE } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

/** Time that the server drains (see node-server.ts). */
const DRAIN_SECONDS = 30

const page = readFileSync(join(root, 'app/handbook/content/en/deploy.md'), 'utf8')
const blocks = [...page.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** Returns the code block that contains a text. */
const written = (part: string): string => blocks.find((code) => code.includes(part)) ?? ''

describe('what the deploy page says', () => {
  it('to copy into the container is what the build makes and the server needs', () => {
    const dockerfile = written('FROM node')
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) \1$/gm)].map(([, path]) => path)
    expect(copied).toEqual(['.output', '.vinxi/build'])
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: { node: string }
    }
    expect(dockerfile).toContain(`FROM node:${dependencies.node.split('.')[0]}-`)
    expect(existsSync(join(root, 'package-lock.json'))).toBe(true)
  })

  it('to put into the environment is allowed', () => {
    const unit = written('[Service]')
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    const source = Object.fromEntries(variables.map((variable) => variable.split('=') as [string, string]))
    expect(Object.keys(source)).toContain('TRUSTED_PROXIES')
    expect(parseEnv(source).type).toBe('ok')
  })

  it('to run as a service is a unit that systemd takes, and is given the time to stop', () => {
    const unit = written('[Service]')
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(DRAIN_SECONDS)
    expect(Number(/docker stop --time (\d+)/.exec(page)?.[1])).toBeGreaterThan(DRAIN_SECONDS)
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit) ?? []
    expect(written('FROM node')).toContain(`CMD ["node", "${program}"]`)
    const folder = temporaryFolder()
    const file = join(folder, 'fairlead.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    // A machine without systemd has no such program.
    if (!error) expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('to send visitors to is the port that is listened on', () => {
    const parsed = parseEnv({})
    const port = parsed.type === 'ok' ? parsed.env.PORT : undefined
    const ports = [...page.matchAll(/(?:(?:\d+\.){3}\d+:|EXPOSE )(\d+)/g)].map(([, named]) => Number(named))
    expect(ports.length).toBeGreaterThan(5)
    expect(new Set(ports)).toEqual(new Set([port]))
  })

  it('to let through covers the largest report', () => {
    const megabytes = [/client_max_body_size (\d+)m/, /max_size (\d+)MB/].map((limit) => Number(limit.exec(page)?.[1]))
    for (const size of megabytes) expect(size * 1_000_000).toBeGreaterThan(ENVELOPE.bytesWithSpans)
  })

  it('to run for a backup makes one while the store is open', () => {
    const command = written('backup(new')
    const [, script = ''] = /^node -e "(.*)"$/m.exec(command) ?? []
    const folder = temporaryFolder()
    const open = new DatabaseSync(join(folder, 'reports.db'))
    open.exec('pragma journal_mode = wal; create table t (x); insert into t values (42)')
    const here = script.replace('data/reports.db', 'reports.db')
    expect(spawnSync(process.execPath, ['-e', here], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 })
    open.close()
    const copy = new DatabaseSync(join(folder, 'backup.db'))
    expect(copy.prepare('select x from t').get()).toEqual({ x: 42 })
    copy.close()
  })
})
