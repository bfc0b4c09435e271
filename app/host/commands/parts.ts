/** A part of the project that can be removed as a whole. Nothing else imports its files. */
export type RemovablePart = {
  /** Files and folders, as glob patterns. */
  readonly files: readonly string[]
  /** Scripts of package.json. */
  readonly scripts: readonly string[]
}

/** The parts that `npm run remove` removes, besides languages. `tests/site/<part>` holds the tests of a part. */
export const PARTS: Readonly<Record<string, RemovablePart>> = {
  lab: {
    files: ['app/lab', 'app/routes/{-$locale}/lab', 'app/locales/*/lab.json', 'tests/site/lab'],
    scripts: ['oracle'],
  },
  handbook: {
    files: [
      'app/handbook',
      'app/routes/{-$locale}/handbook',
      'app/locales/*/handbook.json',
      'tests/site/handbook',
      // They measure pages of the handbook, or visit them.
      'tests/bench',
      'tests/site/http/{bad-input,compressed,desk-csp,locale,page-cache,pages,plain-forms,translated}.test.ts',
      'tests/site/http/{security-headers,server-fn-requests,server-functions}.test.ts',
      'tests/site/browser/{denied-cookies,dev,every-page,layout-shift,navigation}.test.ts',
      'tests/soak/memory.test.ts',
    ],
    scripts: ['bench', 'oracle'],
  },
  'report-desk': {
    files: [
      'app/report-desk',
      'app/routes/{-$locale}/reports',
      'app/locales/*/reports.json',
      'tests/site/report-desk',
      // They sign in, or read what was reported.
      'tests/site/{http,browser}/desk*',
      'tests/site/http/{postgres-outage,security-headers,store-faults}.test.ts',
      'tests/site/browser/monitoring.test.ts',
      'tests/site/lab/{deployed.http,space-at-end.browser}.test.ts',
      'tests/soak/postgres-outages.test.ts',
    ],
    scripts: ['reports'],
  },
}

/** Files and folders of a language, as glob patterns. */
export function languageFiles(locale: string): string[] {
  return [`app/locales/${locale}`, `app/handbook/content/${locale}`]
}
