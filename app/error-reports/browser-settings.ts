/** The settings of error reports that the server sends to the browser. None of them is secret. */
export type BrowserSettings = {
  /** The configured DSN, or the placeholder that stands for none. */
  dsn: string
  /** Through this server, or directly to the DSN's ingest. */
  transport: 'tunnel' | 'direct'
  /** From 0 to 1. */
  tracesSampleRate: number
  environment: string
}
