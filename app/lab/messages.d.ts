import type lab from '#app/locales/en/lab.json'

declare module 'fairlead/messages' {
  interface Namespaces {
    lab: typeof lab
  }
}
