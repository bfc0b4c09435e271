import type { ApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import { applicationDatabase } from '#fairlead/database/database.server.ts'
import { classifyOpenError } from '#fairlead/database/database-errors.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'

export const databaseError = (error: unknown): CommandError =>
  new CommandError(`the database is ${classifyOpenError(error)}: ${(error as Error).message}`)

export async function withDatabase<T>(run: (application: ApplicationDatabase) => Promise<T>): Promise<T> {
  const application = applicationDatabase()
  try {
    return await run(application)
  } catch (error) {
    throw databaseError(error)
  } finally {
    await application.close()
  }
}
