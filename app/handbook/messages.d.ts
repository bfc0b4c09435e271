import type handbook from '#messages/handbook.json'

declare module '#fairlead/messages/messages.ts' {
  interface Namespaces {
    handbook: typeof handbook
  }
}
