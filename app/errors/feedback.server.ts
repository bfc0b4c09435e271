/** What a visitor tells of an error: by its digest, or by the id of its report. */
export type Feedback = { message: string; digest: string | undefined; report: string | undefined }

/** Keeps feedback. Resolves, and never rejects, to whether it is stored. */
export type FeedbackKeeper = (feedback: Feedback) => Promise<boolean>

let keeper: FeedbackKeeper = () => Promise.resolve(false)

/** Says where feedback is kept. Once, before the first request. */
export function keepFeedbackBy(by: FeedbackKeeper): void {
  keeper = by
}

/** Keeps what a visitor says of an error. */
export function keepFeedback(feedback: Feedback): Promise<boolean> {
  return keeper(feedback)
}

/** Where a form of an error page leads when no script runs. Not back: that page would fail once more. */
export const SENT = '/_feedback'

/** @param address path and query of the error page, which has the visitor's language */
export function feedbackSent(address: string): string {
  return `${SENT}?${new URLSearchParams({ address }).toString()}`
}
