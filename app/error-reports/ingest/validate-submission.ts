import { type Dsn, isSameDsn, parseDsn } from '#app/error-reports/envelope/dsn.ts'
import { validateItems } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { type EnvelopeRecord, toRecord, type Sender } from '#app/error-reports/envelope/envelope-record.ts'
import type { HttpError } from '#app/error-reports/ingest/check-request.ts'

/** `record` is missing when nothing in the envelope is kept. `dropped` are the types that are not on the list. */
export type ValidatedSubmission = {
  type: 'taken'
  id: string
  record: EnvelopeRecord | undefined
  dropped: readonly string[]
}

const STATUS = { malformed: 400, 'too-large': 413 } as const

/**
 * Judges a body: is it an envelope, is it for this server, is every item what it says it is. Never throws.
 *
 * @param dsn the only one that is taken
 */
export function validateSubmission(body: Uint8Array, dsn: Dsn, sender: Sender): ValidatedSubmission | HttpError {
  const parsed = parseEnvelope(body)
  if (parsed.type !== 'ok') return { type: 'refused', status: STATUS[parsed.type], error: parsed.fault }
  const { envelope } = parsed
  const { dsn: said } = envelope.header
  const named = typeof said === 'string' ? parseDsn(said) : undefined
  if (!named || !isSameDsn(named, dsn)) {
    const error = said === undefined ? 'the envelope names no DSN' : 'the envelope is for another DSN'
    return { type: 'refused', status: 403, error }
  }
  const checked = validateItems(envelope)
  if (checked.type !== 'ok') return { type: 'refused', status: STATUS[checked.type], error: checked.fault }
  const { items, dropped } = checked
  const record = toRecord(envelope, items, sender)
  return { type: 'taken', id: record.eventId ?? record.key, record: items.length > 0 ? record : undefined, dropped }
}
