/** What a visitor tells of an error: by its digest, or by the id of its report. */
export type Feedback = { message: string; digest: string | undefined; report: string | undefined }

/** Keeps feedback. Resolves, and never rejects, to whether it is stored. */
export type FeedbackStore = (feedback: Feedback) => Promise<boolean>

let feedbackStore: FeedbackStore = () => Promise.resolve(false)

/** Says where feedback is kept. Once, before the first request. */
export function setFeedbackStore(by: FeedbackStore): void {
  feedbackStore = by
}

/** Keeps what a visitor says of an error. */
export function saveFeedback(feedback: Feedback): Promise<boolean> {
  return feedbackStore(feedback)
}

/** Where a form of an error page leads when no script runs. Not back: that page would fail once more. */
export const FEEDBACK_THANKS_PATH = '/_feedback'

/** @param address path and query of the error page, which has the visitor's language */
export function redirectToFeedbackThanks(address: string): string {
  return `${FEEDBACK_THANKS_PATH}?${new URLSearchParams({ address }).toString()}`
}
