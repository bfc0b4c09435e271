import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A part of the project that can be removed as a whole. Nothing else imports its files. */
export type RemovablePart = {
  readonly files: readonly string[]
  readonly scripts: readonly string[]
}

/** The parts that `npm run remove` removes, besides languages. `tests/site/<part>` holds the tests of a part. */
export const PARTS: Readonly<Record<string, RemovablePart>> = {
  lab: {
    files: [
      'app/lab',
      'app/routes/{-$locale}/lab',
      'app/locales/*/lab.json',
      'tests/site/lab',
      // It measures pages of the lab, and compares them with those of Next.js.
      'tests/bench',
      // It opens reports of the lab's errors.
      'tests/site/browser/desk-journeys.test.ts',
    ],
    scripts: ['bench', 'oracle'],
  },
  handbook: {
    files: [
      'app/handbook',
      'app/routes/{-$locale}/handbook',
      'app/routes/{-$locale}/llms*',
      'app/locales/*/handbook.json',
      'tests/site/handbook',
      // They measure pages of the handbook, visit them, or do what they say.
      'tests/bench',
      'tests/site/repository.test.ts',
      'tests/site/http/{markdown,metadata,pages,translated}.test.ts',
      'tests/site/browser/{every-page,fonts,handbook-click,handbook-deployment,layout-shift}.test.ts',
      'tests/site/lab/{deployed.http,precedence}.test.ts',
    ],
    scripts: ['bench', 'oracle'],
  },
  'report-desk': {
    files: [
      'app/routes/{-$locale}/reports',
      // Its links are types of these routes.
      'app/fairlead/report-desk*',
      'tests/site/report-desk',
      'tests/application/http/store-*.test.ts',
      // It makes an application with the desk.
      'tests/application/commands/new.test.ts',
      'tests/soak/{monitoring-{disk,kill,postgres},postgres-outages}.test.ts',
      // They sign in.
      'tests/site/{http,browser}/desk*',
      'tests/site/lab/deployed.http.test.ts',
      // It measures the store and the desk.
      'tests/bench',
    ],
    scripts: ['reports', 'bench', 'oracle'],
  },
  'from-next': {
    files: ['app/from-next', 'app/handbook/content/*/{coming-from-next,next-by-item}.md', 'tests/site/from-next'],
    scripts: ['from-next'],
  },
}

export function presentParts(root: string): string[] {
  return Object.entries(PARTS).flatMap(([part, { files }]) => (existsSync(join(root, files[0] ?? '')) ? [part] : []))
}

export function languageFiles(locale: string): string[] {
  return [`app/locales/${locale}`, `app/handbook/content/${locale}`]
}
