import type reports from '#fairlead/report-desk/messages/en/reports.json'

declare module '#fairlead/messages/messages.ts' {
  interface Namespaces {
    reports: typeof reports
  }
}
