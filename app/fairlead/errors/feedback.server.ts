/** A visitor's feedback. The digest of the error, or the id of its report, identifies the error. */
export type Feedback = { message: string; digest: string | undefined; report: string | undefined }

/** Stores feedback. Resolves to `true` if it was stored; never rejects. */
export type FeedbackStore = (feedback: Feedback) => Promise<boolean>

let feedbackStore: FeedbackStore = () => Promise.resolve(false)

/** Sets the function that stores feedback. It is called once, before the first request. */
export function setFeedbackStore(value: FeedbackStore): void {
  feedbackStore = value
}

/** Stores feedback; resolves to `true` if it was stored. */
export function saveFeedback(feedback: Feedback): Promise<boolean> {
  return feedbackStore(feedback)
}

/** Path of the page after feedback without JavaScript. The error page itself would fail again. */
export const FEEDBACK_THANKS_PATH = '/_feedback'

/**
 * Returns the URL of the page that thanks, in the visitor's language. `address` is the path and query of the error
 * page.
 */
export function feedbackThanksUrl(address: string): string {
  return `${FEEDBACK_THANKS_PATH}?${new URLSearchParams({ address }).toString()}`
}
