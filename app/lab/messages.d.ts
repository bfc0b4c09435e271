import type lab from '#messages/lab.json'

declare module 'fairlead/messages' {
  interface Namespaces {
    lab: typeof lab
  }
}
