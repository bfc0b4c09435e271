import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { PublicError } from 'fairlead/errors'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'

export const KINDS = ['lamp', 'line', 'lead'] as const
export const SIZES = ['small', 'large'] as const
export const TAGS = ['brass', 'spare', 'tarred'] as const

const edited = v.object({
  id: v.string(),
  version: v.pipe(v.string(), v.transform(Number)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a name.')),
  count: v.pipe(v.string(), v.transform(Number)),
  kind: v.picklist(KINDS),
  size: v.picklist(SIZES),
  tags: v.optional(v.array(v.picklist(TAGS)), []),
  reset: v.string(),
  leave: v.optional(v.literal('yes')),
})

type Piece = Omit<v.InferOutput<typeof edited>, 'leave'> & { isLent: boolean }

const pieces = new Map<string, Piece>()

/** Returns a piece of the locker, which has one for each id. */
function pieceOf(id: string): Piece {
  const first = { version: 1, name: 'Riding light', count: 3, kind: 'line', size: 'large', tags: ['spare'] } as const
  const piece = pieces.get(id) ?? { id, ...first, tags: [...first.tags], reset: 'weekly', isLent: false }
  pieces.set(id, piece)
  return piece
}

const readPiece = createServerFn({ method: 'GET' })
  .validator(v.object({ id: v.string() }))
  .handler(({ data: { id } }) => pieceOf(id))

export const pieceQuery = (id: string) =>
  queryOptions({ queryKey: ['piece', id], queryFn: ({ signal }) => readPiece({ data: { id }, signal }) })

const readLent = createServerFn({ method: 'GET' }).handler(
  () => [...pieces.values()].filter(({ isLent }) => isLent).length,
)

/** How many pieces are lent. */
export const lentQuery = queryOptions({ queryKey: ['lent'], queryFn: ({ signal }) => readLent({ signal }) })

const save = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(edited, ({ leave, ...piece }) => {
      const before = pieceOf(piece.id)
      if (before.version !== piece.version) throw new PublicError('CHANGED', 409, 'Somebody has changed it since.')
      pieces.set(piece.id, { ...before, ...piece, version: piece.version + 1 })
      return leave ? { to: '/{-$locale}/piece/$id' as const, params: { id: piece.id } } : {}
    }),
  )

export const pieceForm = defineForm({ name: 'piece', schema: edited, submit: save })

const moved = v.object({ id: v.string(), to: v.picklist(['lent', 'back']), leave: v.optional(v.literal('yes')) })

const move = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(moved, ({ id, to, leave }) => {
      const piece = pieceOf(id)
      if (id.startsWith('broken')) throw new PublicError('BROKEN', 409, 'It is being mended.')
      if (piece.isLent === (to === 'lent')) throw new PublicError('MOVED', 409, 'Somebody was faster.')
      piece.isLent = to === 'lent'
      return leave ? { to: '/{-$locale}/piece/$id/edit' as const, params: { id } } : {}
    }),
  )

/** Lends a piece or takes it back. */
export const moveForm = defineForm({ name: 'move', schema: moved, submit: move })
