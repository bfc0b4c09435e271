// The report desk as a part, for `app/parts.ts`.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '#fairlead/platform/env.server.ts'
import type { Part } from '#fairlead/server/part.ts'

/** The desk as a part for `app/parts.ts`: what commands and builds read of it. */
export default {
  guarded: ['/reports'],
  operatorPage: '/reports',
  storesReports: true,
  messages: join(import.meta.dirname, 'messages'),
  serverFunctions: () =>
    ['auth', 'reports', 'operations'].map((name) =>
      fileURLToPath(import.meta.resolve(`#fairlead/report-desk/${name}.functions.ts`)),
    ),
  databases: async ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>) => {
    const { reportsSet } = await import('#fairlead/error-reports/store/migrations.server.ts')
    const { storeLocation } = await import('#fairlead/error-reports/store/open-database.server.ts')
    return [{ location: storeLocation({ dataDir, databaseUrl }), sets: [reportsSet()] }]
  },
  commands: { reports: async () => (await import('#fairlead/report-desk/cli.server.ts')).printReports },
} satisfies Part
