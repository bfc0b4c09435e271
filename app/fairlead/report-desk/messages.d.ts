import type reports from '#messages/reports.json'

declare module '#fairlead/messages/messages.ts' {
  interface Namespaces {
    reports: typeof reports
  }
}
