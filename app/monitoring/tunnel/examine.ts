import { type Dsn, isSameDsn, parseDsn } from '#app/monitoring/envelope/dsn.ts'
import { checkItems } from '#app/monitoring/envelope/items.ts'
import { parseEnvelope } from '#app/monitoring/envelope/parse.ts'
import { type EnvelopeRecord, recordOf, type Sender } from '#app/monitoring/envelope/record.ts'
import type { Refusal } from '#app/monitoring/tunnel/admit.ts'

/** `record` is missing when nothing in the envelope is kept. `dropped` are the types that are not on the list. */
export type Examined = { type: 'taken'; id: string; record: EnvelopeRecord | undefined; dropped: readonly string[] }

const STATUS = { malformed: 400, 'too-large': 413 } as const

/**
 * Judges a body: is it an envelope, is it for this server, is every item what it says it is. Never throws.
 *
 * @param dsn the only one that is taken
 */
export function examineBody(body: Uint8Array, dsn: Dsn, sender: Sender): Examined | Refusal {
  const parsed = parseEnvelope(body)
  if (parsed.type !== 'ok') return { type: 'refused', status: STATUS[parsed.type], error: parsed.fault }
  const { envelope } = parsed
  const { dsn: said } = envelope.header
  const named = typeof said === 'string' ? parseDsn(said) : undefined
  if (!named || !isSameDsn(named, dsn)) {
    const error = said === undefined ? 'the envelope names no DSN' : 'the envelope is for another DSN'
    return { type: 'refused', status: 403, error }
  }
  const checked = checkItems(envelope)
  if (checked.type !== 'ok') return { type: 'refused', status: STATUS[checked.type], error: checked.fault }
  const { items, dropped } = checked
  const record = recordOf(envelope, items, sender)
  return { type: 'taken', id: record.eventId ?? record.key, record: items.length > 0 ? record : undefined, dropped }
}
