import type handbook from '#messages/handbook.json'

declare module '#app/locales/messages.ts' {
  interface Namespaces {
    handbook: typeof handbook
  }
}
