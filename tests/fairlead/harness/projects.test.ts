import { describe, expect, it } from 'vitest'
import { projectOf, selectTests } from '#tests/projects.ts'

const FILES = [
  'app/fairlead/forms/form.ts',
  'tests/harness/page.ts',
  'tests/fairlead/forms/forms.test.ts',
  'tests/fairlead/forms/fixture.ts',
  'tests/application/http/pages.test.ts',
  'tests/application/commands/start.test.ts',
  'tests/application/browser/link.test.ts',
  'tests/site/http/pages.test.ts',
  'tests/site/lab/precedence.test.ts',
  'tests/site/lab/forms.browser.test.ts',
  'tests/soak/drain.test.ts',
]

describe('the project of a test', () => {
  it.each([
    ['tests/fairlead/forms/forms.test.ts', 'unit'],
    ['tests/fairlead/inspector/prefetch-age-chart.test.tsx', 'unit'],
    ['tests/application/http/pages.test.ts', 'shell-http'],
    ['tests/application/browser/link.test.ts', 'shell-browser'],
    ['tests/site/lab/forms.browser.test.ts', 'parts'],
    ['tests/soak/drain.test.ts', 'soak'],
    ['tests/soak/builds/update.test.ts', 'soak-builds'],
    ['tests/site/handbook/tutorial/updates.soak.test.ts', 'soak'],
    ['tests/fairlead/forms/fixture.ts', undefined],
    ['app/fairlead/forms/form.ts', undefined],
  ])('%s is in %s', (path, project) => expect(projectOf(path)?.name).toBe(project))
})

describe('the tests below paths', () => {
  const select = (...paths: string[]) => {
    const selection = selectTests(paths, FILES)
    if (selection.type === 'unknown') return selection
    return Object.fromEntries([...selection.files].map(([{ name }, files]) => [name, files]))
  }

  it('are those of a file', () => {
    expect(select('tests/application/http/pages.test.ts')).toEqual({
      'shell-http': ['tests/application/http/pages.test.ts'],
    })
  })

  it('are those of folders, each once, however they are written', () => {
    const inForms = ['tests/fairlead/forms/forms.test.ts']
    expect(select('./tests/fairlead/forms/', 'tests/fairlead/forms')).toEqual({ unit: inForms })
    expect(select('tests/fairlead')).toEqual({ unit: inForms })
    expect(select('tests/application')).toEqual({
      'shell-http': ['tests/application/http/pages.test.ts', 'tests/application/commands/start.test.ts'],
      'shell-browser': ['tests/application/browser/link.test.ts'],
    })
  })

  it.each(['tests/no-such-folder', 'tests/fairlead/for', 'tests/harness', 'app/fairlead/forms'])(
    'are none below %s',
    (path) => {
      expect(select('tests/fairlead/forms', path)).toEqual({ type: 'unknown', path })
    },
  )
})
