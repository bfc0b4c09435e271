// What pages read, anew for each request. The peers with Cache Components replace this file.
export { readItem, readList, readPhoto } from './shared/data.js'
