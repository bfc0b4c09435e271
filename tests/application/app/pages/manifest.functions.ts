import { createServerFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { database } from 'fairlead/database.server'

/** Returns a row of the database, and a value of each kind that is no JSON. */
export const readManifest = createServerFn({ method: 'GET' }).handler(async () => {
  const db = await database()
  const cargo = getCookie('cargo') ?? 'ballast'
  const row = await db.selectNoFrom((builder) => builder.val(cargo).as('cargo')).executeTakeFirstOrThrow()
  return {
    row,
    again: row,
    sailed: new Date(0),
    returned: undefined,
    holds: new Map([['fore', new Set([12n])]]),
    draught: Number.NaN,
  }
})
