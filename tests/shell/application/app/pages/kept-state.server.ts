/** The behaviour of the pages with an age in this process, as a test asks for it. */
export const keptState = { renders: 0, fails: false, delay: 0 }
