import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { root } from '#tests/harness/project-files.ts'

/** Numbers of passed and failed tests of a suite, and the failures, a line each. */
export type Counts = { passed: number; failed: number; failures?: readonly string[] }

/** A thrown value may have no message. */
type Thrown = { name?: string; message?: string }

function lineOf(where: string, { name = 'Error', message }: Thrown = {}): string {
  const [line] = stripVTControlCharacters(String(message)).split('\n', 1)
  return `${where}: ${name}: ${line}`
}

const nameOf = (module: TestModule, part?: TestCase | TestSuite): string =>
  [relative(root, module.moduleId), ...(part ? [part.fullName] : [])].join(' > ')

/** Returns the failures of a file: its tests, and what failed outside them: modules that do not load, and hooks. */
function failuresOf(module: TestModule): string[] {
  const outside = [module, ...module.children.allSuites()].flatMap((part) =>
    part.errors().map((error) => lineOf(nameOf(module, part.type === 'suite' ? part : undefined), error)),
  )
  const tests = [...module.children.allTests('failed')]
  return [...outside, ...tests.map((test) => lineOf(nameOf(module, test), test.result().errors?.[0]))]
}

/** Writes the counts of a run into the file that `COUNTS_FILE` names. A failure outside of tests counts as one. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Thrown[]): void {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length
    const failures = [...modules.flatMap(failuresOf), ...unhandled.map((error) => lineOf('outside of files', error))]
    const counts: Counts = { passed, failed: failures.length, failures }
    writeFileSync(process.env.COUNTS_FILE ?? 'counts.json', JSON.stringify(counts))
  }
}
