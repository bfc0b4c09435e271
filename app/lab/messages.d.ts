import type lab from '#messages/lab.json'

declare module '#app/locales/messages.ts' {
  interface Namespaces {
    lab: typeof lab
  }
}
