import type { Access } from 'fairlead/testing'
import { addEntry } from '#app/log/entries.server.ts'

export default async function access(): Promise<Access> {
  await addEntry('entry-of-ada', 'ada', 'the secret mooring')
  await addEntry('entry-of-ben', 'ben', 'the open roads')
  const entry = { id: 'entry-of-ada' }
  return {
    people: {
      ada: (visitor) => visitor.signIn('ada'),
      ben: (visitor) => visitor.signIn('ben'),
      editor: (visitor) => visitor.signIn('editor'),
      auditor: (visitor) => visitor.signIn('auditor'),
    },
    own: ['entry-of-ada', 'the secret mooring'],
    inputs: {
      holeInRead: entry,
      holeInField: entry,
      holeInChange: { ...entry, text: 'changed' },
      holeInRemoval: entry,
      holeInOrder: entry,
      inRead: entry,
      inChange: { ...entry, text: 'changed' },
      inRemoval: entry,
      '/api/entries/$id': { path: '/api/entries/entry-of-ada' },
    },
  }
}
