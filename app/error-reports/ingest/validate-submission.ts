import { type Dsn, isSameDsn, parseDsn } from '#app/error-reports/envelope/dsn.ts'
import { validateItems } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { type EnvelopeRecord, toRecord, type Sender } from '#app/error-reports/envelope/envelope-record.ts'
import type { HttpError } from '#app/error-reports/ingest/check-request.ts'

/** A valid body. `record` is missing when the envelope has no supported item; `dropped` are the unsupported types. */
export type ValidatedSubmission = {
  type: 'valid'
  id: string
  record: EnvelopeRecord | undefined
  dropped: readonly string[]
}

const STATUS = { malformed: 400, 'too-large': 413 } as const

/**
 * Validates a body: its format, its DSN and its items. Never throws.
 *
 * @param dsn the only accepted one
 */
export function validateSubmission(body: Uint8Array, dsn: Dsn, sender: Sender): ValidatedSubmission | HttpError {
  const parsed = parseEnvelope(body)
  if (parsed.type !== 'ok') return { type: 'refused', status: STATUS[parsed.type], error: parsed.issue }
  const { envelope } = parsed
  const { dsn: header } = envelope.header
  const sent = typeof header === 'string' ? parseDsn(header) : undefined
  if (!sent || !isSameDsn(sent, dsn)) {
    const error = header === undefined ? 'the envelope has no DSN' : 'the envelope is for another DSN'
    return { type: 'refused', status: 403, error }
  }
  const checked = validateItems(envelope)
  if (checked.type !== 'ok') return { type: 'refused', status: STATUS[checked.type], error: checked.issue }
  const { items, dropped } = checked
  const record = toRecord(envelope, items, sender)
  return { type: 'valid', id: record.eventId ?? record.key, record: items.length > 0 ? record : undefined, dropped }
}
