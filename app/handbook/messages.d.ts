import type handbook from '#app/locales/en/handbook.json'

declare module 'fairlead/messages' {
  interface Namespaces {
    handbook: typeof handbook
  }
}
