import { notFound, redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { asFormData, defineForm, setBodyLimit } from 'fairlead/forms'
import { handleForm, isFetchRequest } from 'fairlead/forms.server'
import { abortedStreams, listSoundings, logSounding } from '#app/lab/depth-log.server.ts'
import { soundingsQuery } from '#app/lab/queries.ts'
import { getTranslations } from 'fairlead/messages.server'

/** Largest file in bytes, and largest form with one. */
const FILE_BYTES = 5_000_000
const UPLOAD_BYTES = 5_300_000

// Its messages are keys: the page shows them in the visitor's language.
const sounding = v.object({
  place: v.pipe(v.optional(v.string(), ''), v.trim(), v.minLength(1, 'place'), v.maxLength(80, 'place')),
  depth: v.pipe(
    v.optional(v.string(), ''),
    v.regex(/^\d{1,5}([.,]\d{1,2})?$/, 'depth'),
    v.transform((text) => Number(text.replace(',', '.'))),
    v.maxValue(11_000, 'depth'),
  ),
  next: v.optional(v.string()),
})

const upload = v.object({ file: v.pipe(v.instance(File, 'file'), v.maxSize(FILE_BYTES, 'large')) })

/** Returns the soundings, latest first, and the number of aborted streams. */
export const readSoundings = createServerFn({ method: 'GET' }).handler(() => ({
  soundings: listSoundings(),
  aborted: abortedStreams.count,
}))

/** Logs a depth; redirects to the home page, with a message, if `next` is set. */
const saveSounding = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(sounding, async ({ place, depth, next }, { locale }) => {
      logSounding(place, depth)
      if (next === undefined) return { refreshes: [soundingsQuery] }
      const t = await getTranslations(locale, 'lab.forms.note')
      return { to: '/{-$locale}', flash: t('saved', { place, depth }) }
    }),
  )

export const soundingForm = defineForm({ name: 'sounding', schema: sounding, submit: saveSounding })

const uploadFile = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(handleForm(upload, ({ file }) => ({ name: file.name, bytes: file.size })))

setBodyLimit(uploadFile, UPLOAD_BYTES)

export const uploadForm = defineForm({ name: 'upload', schema: upload, submit: uploadFile })

const PAUSE_MS = 200

async function* sound({ signal }: Request, pauseMs: number): AsyncGenerator<number> {
  signal.addEventListener('abort', () => (abortedStreams.count += 1), { once: true })
  for (let depth = 3; depth < 33 && !signal.aborted; depth++) {
    yield depth
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const nothing = v.object({})

/** Streams depths until the client disconnects. Without JavaScript there are no pauses, as the page waits for all. */
const streamSoundings = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(handleForm(nothing, () => sound(getRequest(), isFetchRequest() ? PAUSE_MS : 0)))

export const streamForm = defineForm({ name: 'stream', schema: nothing, submit: streamSoundings })

/** Redirects with 303, which is followed by GET. */
export const postAway = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw redirect({ to: '/{-$locale}/lab', statusCode: 303 })
  })

const postNotFound = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(nothing, (): object => {
      throw notFound()
    }),
  )

export const notFoundForm = defineForm({ name: 'not-found', schema: nothing, submit: postNotFound })
