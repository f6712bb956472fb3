import { language, texts } from './language.ts'

const formatter = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(language, options)
  return (value: number): string => format.format(value)
}

const unit = (name: string, digits: number) =>
  formatter({
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

/** A number with at most three decimals. */
export const number = formatter({})
/** A number with two decimals. */
export const hundredths = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** A number with three significant digits. */
export const threeDigits = formatter({ minimumSignificantDigits: 3, maximumSignificantDigits: 3 })
/** A share from 0 to 1 in per cent. */
export const percent = formatter({ style: 'percent' })
/** Bytes in megabytes. */
export const megabytes = (count: number) => inMegabytes(count / 1e6)
export const milliseconds = unit('millisecond', 0)

const inMegabytes = unit('megabyte', 1)
const inKilobytes = unit('kilobyte', 0)
const inBytes = unit('byte', 0)
const seconds = unit('second', 0)
const tenths = unit('second', 1)
const minutes = unit('minute', 0)

export function bytes(count: number): string {
  if (count < 1000) return inBytes(count)
  return count < 1e6 ? inKilobytes(count / 1000) : megabytes(count)
}

/** Seconds or minutes: rounded, for estimates. */
export function duration(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 1000))
  return whole < 90 ? seconds(whole) : minutes(whole / 60)
}

export const exactDuration = (ms: number): string =>
  ms < 10_000 ? tenths(ms / 1000) : duration(ms)

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** `2 minutes ago`. `time` is in milliseconds since 1970. */
export function timeAgo(time: number): string {
  const minutes = Math.round((Date.now() - time) / 60_000)
  if (minutes < 1) return texts.jobs.justNow
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 48 * 60) return relative.format(-Math.round(minutes / 60), 'hour')
  return relative.format(-Math.round(minutes / 1440), 'day')
}
