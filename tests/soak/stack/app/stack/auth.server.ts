import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { database } from 'fairlead/database.server'

const create = async () => {
  const auth = betterAuth({
    baseURL: { allowedHosts: ['localhost:*', '127.0.0.1:*'], protocol: 'http' },
    secret: 'a secret of the test, of thirty-two characters',
    database: { db: await database(), type: 'sqlite' },
    emailAndPassword: { enabled: true },
  })
  await (await getMigrations(auth.options)).runMigrations()
  return auth
}

let auth: ReturnType<typeof create> | undefined

export const getAuth = () => (auth ??= create())
