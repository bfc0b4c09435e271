import { notFound, redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { setBodyLimit } from '#app/server/server-functions/body-limit.ts'
import { asFormData } from '#app/forms/draft.functions.ts'
import { handleForm, isFetchRequest } from '#app/forms/handle-form.server.ts'
import { abortedStreams, listSoundings, logSounding } from '#app/lab/depth-log.server.ts'

/** Bytes of a file, and of an upload with what a form puts around it. */
const FILE_BYTES = 5_000_000
const UPLOAD_BYTES = 5_300_000

/** Names of messages: the page has them in its visitor's language. */
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

/** The soundings, latest first, and how many streams were given up. */
export const readSoundings = createServerFn({ method: 'GET' }).handler(() => ({
  soundings: listSoundings(),
  givenUp: abortedStreams.count,
}))

/** Logs a depth, and goes on to the first page if it is told so. */
export const saveSounding = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(({ data }) =>
    handleForm('sounding', sounding, data, ({ place, depth, next }) => {
      logSounding(place, depth)
      return next === undefined ? {} : { to: '/' }
    }),
  )

/** Takes a file, and says what has come. */
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

/** Depths, one after the other, until nobody listens any more; who waits for all of them waits for no pauses. */
export const streamSoundings = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(({ data }) =>
    handleForm('stream', v.object({}), data, () => sound(getRequest(), isFetchRequest() ? PAUSE_MS : 0)),
  )

/** Leads away: with 303, which asks for a page whatever was posted. */
export const postAway = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw redirect({ to: '/{-$locale}/lab', statusCode: 303 })
  })

/** Finds nothing. */
export const postNotFound = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler((): never => {
    throw notFound()
  })
