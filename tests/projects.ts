/** The subject of a suite: the shell's own application, or this site. */
export type Application = 'shell' | 'site'

export type Project = {
  name: string
  include: readonly string[]
  /** The built application that it needs. */
  application?: Application
  /** True if it needs Chromium. */
  browser?: boolean
}

/** The projects of vitest that need a built application. */
export const BUILT_PROJECTS = [
  { name: 'shell-http', include: ['tests/application/{http,commands}/*.test.ts'], application: 'shell' },
  { name: 'shell-browser', include: ['tests/application/browser/*.test.ts'], application: 'shell', browser: true },
  { name: 'http', include: ['tests/site/http/*.test.ts'], application: 'site' },
  { name: 'browser', include: ['tests/site/browser/*.test.ts'], application: 'site', browser: true },
  { name: 'parts', include: ['tests/site/*/*.{http,browser}.test.ts'], application: 'site', browser: true },
  { name: 'budget', include: ['tests/fairlead/budget/*.test.ts'], application: 'site', browser: true },
  { name: 'tutorial', include: ['tests/site/handbook/**/*.tutorial.test.ts'], browser: true },
  { name: 'engines', include: ['tests/engines/*.test.ts'], application: 'site', browser: true },
  { name: 'soak-builds', include: ['tests/soak/builds/*.test.ts'], browser: true },
  {
    name: 'soak',
    include: ['tests/soak/*.test.ts', 'tests/site/**/*.soak.test.ts'],
    application: 'shell',
    browser: true,
  },
] as const satisfies readonly Project[]

/** All other tests. */
export const UNIT: Project = { name: 'unit', include: ['tests/**/*.test.{ts,tsx}'] }

/** The unit tests that share one PostgreSQL. */
export const DATABASE_UNIT = {
  name: 'unit-database',
  include: [
    'tests/fairlead/{database,sessions}/*.test.ts',
    'tests/fairlead/error-reports/store/{migrations,retention,store,limits,application-database,webhook}.test.ts',
    'tests/fairlead/jobs/{job-runs,queue}.test.ts',
    'tests/site/report-desk/{desk-queries,problem-search}.test.ts',
  ],
}

/** The unit tests that leave nothing behind, so that they may share a process: starting one takes longer than most run. */
export const SHARED_UNIT = {
  name: 'unit-shared',
  include: [
    'tests/fairlead/{error-reports,errors,forms,harness,jobs,lint,messages,navigation,patterns,platform,server}/**/*.test.{ts,tsx}',
    'tests/site/{handbook,report-desk}/**/*.test.ts',
  ],
  exclude: [
    ...DATABASE_UNIT.include,
    'tests/site/handbook/**/*.{tutorial,soak}.test.ts',
    // It replaces the site's values for all modules.
    'tests/fairlead/platform/base-path.test.ts',
    // It replaces the messages.
    'tests/fairlead/messages/get-translations.test.ts',
    // It replaces the engine.
    'tests/fairlead/navigation/gate.test.ts',
  ],
}
