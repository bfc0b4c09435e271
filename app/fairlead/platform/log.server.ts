import { pino } from 'pino'

/** The log: one JSON object a line on standard output, with `level`, `time` (ISO 8601) and `msg`. */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  // Each line is written before the next statement runs, so that a line logged just before the process ends is not
  // lost.
  pino.destination({ dest: 1, sync: true }),
)
