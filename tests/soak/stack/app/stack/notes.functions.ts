import { createServerFn } from '@tanstack/react-start'
import { noteWithParent } from '#app/stack/drizzle.server.ts'

export const readNote = createServerFn({ method: 'POST' }).handler(noteWithParent)
