import { inject } from 'vitest'
import { createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import {
  applicationDatabase,
  databaseLocation,
  readMigrationSets,
  setApplicationDatabase,
} from '#fairlead/database/database.server.ts'
import { type ApplicationPlace, startedAt } from '#fairlead/testing/start-application.ts'

/** @throws Error for an application that the tests have not started */
export function placeOfApplication(origin: string): ApplicationPlace {
  const place = startedAt(origin) ?? (origin === inject('origin') ? inject('place') : undefined)
  if (place) return place
  throw new Error(`${origin}: is not an application of startApplication; its database is not known here`)
}

/** The seeds so far: one at a time, because `database()` is one for the process. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs functions of the application's stores on the database of the built application, which serves what they write. Caches
 * of its process do not know of it: seed before a page is visited that they may have.
 *
 *     await seed(() => saveTide({ port: 'brest', metres: 7.2, at: 1 }))
 *     expect((await newVisitor().read('/tides/brest')).text).toContain('7.2')
 *
 * @param origin of another server, such as one of `startApplication`
 * @returns what `run` returns
 */
export function seed<T>(run: () => Promise<T>, origin: string = inject('origin')): Promise<T> {
  const seeding = last.then(async () => {
    const previous = applicationDatabase()
    const application = createApplicationDatabase(
      databaseLocation(placeOfApplication(origin)),
      readMigrationSets,
      () => {},
    )
    setApplicationDatabase(application)
    try {
      return await run()
    } finally {
      setApplicationDatabase(previous)
      await application.close()
    }
  })
  last = seeding.catch(() => {})
  return seeding
}
