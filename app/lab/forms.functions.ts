import { notFound, redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { setBodyLimit } from '#app/server/server-functions/body-limit.ts'
import { asFormData } from '#app/forms/draft.functions.ts'
import { handleForm, isFetchRequest } from '#app/forms/handle-form.server.ts'
import { abortedStreams, listSoundings, logSounding } from '#app/lab/depth-log.server.ts'

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

/** Logs a depth; redirects to the home page if `next` is set. */
export const saveSounding = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(({ data }) =>
    handleForm('sounding', sounding, data, ({ place, depth, next }) => {
      logSounding(place, depth)
      return next === undefined ? {} : { to: '/' }
    }),
  )

/** Receives a file and returns its name and size. */
export const uploadFile = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(({ data }) => handleForm('upload', upload, data, ({ file }) => ({ name: file.name, bytes: file.size })))

setBodyLimit(uploadFile, UPLOAD_BYTES)

const PAUSE_MS = 200

async function* sound({ signal }: Request, pauseMs: number): AsyncGenerator<number> {
  signal.addEventListener('abort', () => (abortedStreams.count += 1), { once: true })
  for (let depth = 3; depth < 33 && !signal.aborted; depth++) {
    yield depth
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Streams depths until the client disconnects. Without JavaScript there are no pauses, as the page waits for all. */
export const streamSoundings = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(({ data }) =>
    handleForm('stream', v.object({}), data, () => sound(getRequest(), isFetchRequest() ? PAUSE_MS : 0)),
  )

/** Redirects with 303, which is followed by GET. */
export const postAway = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw redirect({ to: '/{-$locale}/lab', statusCode: 303 })
  })

/** Throws `notFound()`. */
export const postNotFound = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw notFound()
  })
