import type lab from '#messages/lab.json'

declare module '#fairlead/messages/messages.ts' {
  interface Namespaces {
    lab: typeof lab
  }
}
