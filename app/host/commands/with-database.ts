import type { ApplicationDatabase } from '#app/database/application-database.server.ts'
import { applicationDatabase } from '#app/database/database.server.ts'
import { classifyOpenError } from '#app/database/database-errors.ts'
import { CommandError } from '#app/host/commands/command-error.ts'

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
