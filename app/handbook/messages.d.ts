import type handbook from '#messages/handbook.json'

declare module 'fairlead/messages' {
  interface Namespaces {
    handbook: typeof handbook
  }
}
