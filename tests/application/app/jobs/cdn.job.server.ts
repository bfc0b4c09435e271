import { defineHooks } from 'fairlead/jobs.server'

export default defineHooks({ name: 'cdn', onInvalidate: (tags, { log }) => log.info({ tags }, 'invalidated') })
