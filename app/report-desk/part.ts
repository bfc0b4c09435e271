import type { Part } from '#app/server/part.ts'

export default {
  guarded: ['/reports'],
  operatorPage: '/reports',
  commands: { reports: async () => (await import('#app/report-desk/cli.server.ts')).printReports },
} satisfies Part
