import type home from '#messages/home.json'

declare module 'fairlead/messages' {
  interface Namespaces {
    home: typeof home
  }
}
