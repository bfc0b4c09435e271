import formatCompiled from 'use-intl/format-message/format-only'

type Format = typeof formatCompiled
type Formatters = Parameters<Format>[3]['formatters']

/** @throws TypeError, which `use-intl` reports; the page then shows the key of the message */
function check(key: string, wanted: 'number' | 'date', value: unknown): void {
  const number = wanted === 'date' && value instanceof Date ? value.getTime() : value
  if (typeof number === 'bigint' || (typeof number === 'number' && !Number.isNaN(number))) return
  throw new TypeError(`${key}: expected a ${wanted}, got ${String(value)}`)
}

function checkedFormatters(key: string, formatters: Formatters): Formatters {
  return {
    ...formatters,
    getNumberFormat: (...args) => {
      const numbers = formatters.getNumberFormat(...args)
      return { format: (value: number) => (check(key, 'number', value), numbers.format(value)) } as Intl.NumberFormat
    },
    getPluralRules: (...args) => {
      const rules = formatters.getPluralRules(...args)
      return { select: (value: number) => (check(key, 'number', value), rules.select(value)) } as Intl.PluralRules
    },
    getDateTimeFormat: (...args) => {
      const dates = formatters.getDateTimeFormat(...args)
      return { format: (value: Date) => (check(key, 'date', value), dates.format(value)) } as Intl.DateTimeFormat
    },
  }
}

/**
 * Formats a compiled message as `use-intl` does, but refuses a missing number or date: `Intl` would show NaN, or today.
 */
const formatMessage: Format = (key, message, values, options) =>
  formatCompiled(
    key,
    message,
    values,
    typeof message === 'string' ? options : { ...options, formatters: checkedFormatters(key, options.formatters) },
  )
formatMessage.raw = false

export default formatMessage
