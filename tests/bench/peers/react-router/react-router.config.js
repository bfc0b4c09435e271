// As create-react-router makes it, but for the pages that are the same for everyone: those are made at build time.
// https://reactrouter.com/how-to/pre-rendering
export default {
  ssr: true,
  prerender: ['/', '/handbook/prefetching', '/de/handbook/prefetching'],
}
