import { createHash, createHmac } from 'node:crypto'
import type { Locks } from '#fairlead/database/lock.server.ts'
import { backoffMs, parseRateLimits } from '#fairlead/error-reports/delivery/classify-response.ts'
import { describeFailure } from '#fairlead/error-reports/delivery/send-envelope.server.ts'
import { latestReport } from '#fairlead/error-reports/store/problems.server.ts'
import { WEBHOOK_ROW, writeLimits } from '#fairlead/error-reports/store/delivery-queue.server.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'

/** Times are in milliseconds. */
export const WEBHOOK = {
  /** Time between two messages: there are twelve an hour at most. Each has all problems since the last one. */
  everyMs: 300_000,
  /** Time between two checks for news. */
  pollMs: 5_000,
  /** Time for the whole exchange. */
  requestMs: 10_000,
  pause: { initial: 10_000, max: 3_600_000 },
  /** The number of problems that a message is about, and of problems that it names. */
  problems: 500,
  named: 8,
  /** The characters of a title, and of a text: Discord accepts no longer text. */
  title: 100,
  text: 2_000,
} as const

/** The receiver, and the address of the desk for links. */
export type WebhookTarget = { url: string; secret: string; desk: string }

/** Returns the target in the variables, if there is one. */
export function webhookTarget(env: Env): WebhookTarget | undefined {
  const { REPORT_WEBHOOK: url, REPORT_WEBHOOK_SECRET: secret, PUBLIC_ORIGIN, PORT } = env
  if (url === undefined || secret === undefined) return undefined
  return { url, secret, desk: `${PUBLIC_ORIGIN ?? `http://localhost:${PORT}`}/reports` }
}

type News = Awaited<ReturnType<typeof readNews>>[number]

/** Lists open problems with news for the operator, oldest first. */
export async function readNews({ db }: ReportDatabase) {
  return db
    .selectFrom('problems')
    .select(['fingerprint', 'side', 'kind', 'message', 'news', 'state_at'])
    .select(latestReport)
    .where('news', 'is not', null)
    .where('state', '=', 'open')
    .orderBy('state_at')
    .orderBy('fingerprint')
    .limit(WEBHOOK.problems)
    .execute()
}

/** `failures` are consecutive; nothing is sent before `until`, in milliseconds since 1970. */
type WebhookState = { until: number; reason: string; failures: number }

/** Reads the state of the webhook. */
export async function readWebhook({ db }: ReportDatabase): Promise<WebhookState> {
  const row = await db
    .selectFrom('limits')
    .select(['until', 'reason', 'failures'])
    .where('category', '=', WEBHOOK_ROW)
    .executeTakeFirst()
  return row ?? { until: 0, reason: '', failures: 0 }
}

const LOOKALIKES: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '@': '＠', '`': '’' }

/**
 * Returns the title of a problem for a chat: one line, without the password of a URL, in which a visitor can put no
 * mention, link or markup. Feedback is a visitor's text, so it is left out.
 */
export function chatTitle({ kind, message }: { kind: string; message: string }): string {
  const title = kind === 'feedback' || message === '' ? kind : kind === 'message' ? message : `${kind}: ${message}`
  return title
    .replace(/:\/\/[^\s/@]*@/g, '://')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, ' ')
    .replace(/[<>@`]/g, (char) => LOOKALIKES[char] ?? char)
    .trim()
    .slice(0, WEBHOOK.title)
    .toWellFormed()
}

/**
 * Returns the message about some problems: Slack and Mattermost show `text`, Discord shows `content`, and programs read
 * the rest.
 */
export function webhookMessage(news: readonly News[], desk: string) {
  const problems = news.slice(0, WEBHOOK.named).map((problem) => ({
    type: problem.news === 'back' ? 'back' : 'new',
    fingerprint: problem.fingerprint,
    title: chatTitle(problem),
    side: problem.side,
    at: new Date(problem.state_at).toISOString(),
    url: problem.report === null ? desk : `${desk}/${problem.report}`,
  }))
  const leftOut = news.length - problems.length
  const lines = problems.map(({ type, title, url }) => `${type === 'new' ? 'New' : 'Back'}: \`${title}\` ${url}`)
  const text = [...lines, ...(leftOut > 0 ? [`and ${leftOut} more: ${desk}`] : [])].join('\n').slice(0, WEBHOOK.text)
  return { text, content: text, allowed_mentions: { parse: [] }, problems, leftOut }
}

/** Returns the headers that sign a body according to Standard Webhooks. A secret `whsec_…` is a key in base64. */
export function signatureHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const seconds = String(Math.floor(at / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/** The clock, randomness and the network are arguments, so that tests can replace them. */
export type WebhookSurroundings = { fetch: typeof globalThis.fetch; now: () => number; random: () => number }

/**
 * Sends a message. Returns the reason why the receiver did not accept it, and when to send it again; `undefined` if it
 * was accepted. Never throws.
 */
async function post(target: WebhookTarget, news: readonly News[], around: WebhookSurroundings, signal: AbortSignal) {
  const body = JSON.stringify(webhookMessage(news, target.desk))
  // The id stays the same for a repeated message, so that the receiver recognises it.
  const about = news.map(({ fingerprint, state_at: at }) => `${fingerprint} ${at}`).join('\n')
  const id = createHash('sha256').update(about).digest('hex').slice(0, 32)
  try {
    const response = await around.fetch(target.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(WEBHOOK.requestMs)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'fairlead/1',
        ...signatureHeaders(target.secret, id, around.now(), body),
      },
      body,
    })
    await response.body?.cancel().catch(() => {})
    const { status, ok, headers } = response
    if (ok) return undefined
    const limits = status === 429 || headers.has('retry-after') ? parseRateLimits(429, headers, around.now()) : {}
    return { reason: `answered ${status}`, retryAt: limits['*'] ?? 0 }
  } catch (error) {
    return { reason: describeFailure(error), retryAt: 0 }
  }
}

/**
 * Sends a message about problems that are new or have come back, if it is time for one. A failure is retried after
 * growing pauses. If a process dies between the response and the commit, the next one sends the message again, with the
 * same id.
 *
 * @throws Error if the store is unavailable
 */
export async function runWebhook(
  database: ReportDatabase,
  target: WebhookTarget,
  around: WebhookSurroundings,
  tryLock: Locks['tryLock'],
  stopping: AbortSignal,
): Promise<void> {
  const readDue = async () => {
    const { until, failures } = await readWebhook(database)
    const wait = until - around.now()
    // A wait longer than the maximum means that the clock was set back.
    return { failures, news: wait > 0 && wait <= WEBHOOK.pause.max ? [] : await readNews(database) }
  }
  if ((await readDue()).news.length === 0) return
  await tryLock('webhook of reports', async (lost) => {
    // Another process may have sent the message.
    const { failures: before, news } = await readDue()
    if (news.length === 0) return
    const failure = await post(target, news, around, AbortSignal.any([stopping, lost]))
    const at = around.now()
    const write = (db: ReportDatabase['db'], state: WebhookState) =>
      writeLimits({ ...database, db }, [{ category: WEBHOOK_ROW, ...state }])
    if (!failure) {
      const latest = Math.max(...news.map(({ state_at: changed }) => changed))
      const fingerprints = news.map(({ fingerprint }) => fingerprint)
      return database.db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('problems')
          .set({ news: null })
          .where('fingerprint', 'in', fingerprints)
          // Other problems have come back since.
          .where('state_at', '<=', latest)
          .execute()
        await write(transaction, { until: at + WEBHOOK.everyMs, reason: '', failures: 0 })
      })
    }
    const failures = before + 1
    const pause = backoffMs(failures, around.random(), WEBHOOK.pause)
    const until = Math.min(Math.max(at + pause, failure.retryAt), at + WEBHOOK.pause.max)
    log.warn(
      { reason: failure.reason, failures, until: new Date(until).toISOString() },
      'the webhook of reports failed',
    )
    await write(database.db, { until, reason: failure.reason, failures })
  })
}
