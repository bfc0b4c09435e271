import type home from '#app/locales/en/home.json'

declare module 'fairlead/messages' {
  interface Namespaces {
    home: typeof home
  }
}
