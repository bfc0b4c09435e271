import type { Part } from '#fairlead/server/part.ts'

export default {
  guarded: ['/reports'],
  operatorPage: '/reports',
  async databases({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }) {
    const { reportsSet } = await import('#fairlead/error-reports/store/migrations.server.ts')
    const { storeLocation } = await import('#fairlead/error-reports/store/open-database.server.ts')
    return [{ location: storeLocation({ dataDir, databaseUrl }), sets: [reportsSet()] }]
  },
  commands: { reports: async () => (await import('#fairlead/report-desk/cli.server.ts')).printReports },
} satisfies Part
