import type reports from '#messages/reports.json'

declare module '#app/locales/messages.ts' {
  interface Namespaces {
    reports: typeof reports
  }
}
