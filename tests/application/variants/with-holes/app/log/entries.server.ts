import { notFound } from '@tanstack/react-router'
import { database } from 'fairlead/database.server'

declare module 'fairlead/database.server' {
  interface Tables {
    log_entries: { id: string; owner: string; text: string }
  }
}

export async function addEntry(id: string, owner: string, text: string): Promise<void> {
  const db = await database()
  await db.insertInto('log_entries').values({ id, owner, text }).execute()
}

/** Returns the entries of somebody, or of all. */
export async function listEntries(owner?: string) {
  const db = await database()
  const all = db.selectFrom('log_entries').selectAll()
  return (owner === undefined ? all : all.where('owner', '=', owner)).execute()
}

/** @throws `notFound()` if there is none, or it is somebody else's */
export async function readEntry(id: string, owner?: string) {
  const entry = (await listEntries(owner)).find((each) => each.id === id)
  if (!entry) throw notFound()
  return entry
}

export async function changeEntry(id: string, text: string, owner?: string): Promise<void> {
  await readEntry(id, owner)
  const db = await database()
  await db.updateTable('log_entries').set({ text }).where('id', '=', id).execute()
}

export async function deleteEntry(id: string, owner?: string): Promise<void> {
  await readEntry(id, owner)
  const db = await database()
  await db.deleteFrom('log_entries').where('id', '=', id).execute()
}
