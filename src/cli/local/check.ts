/** The result of one check of `muster doctor`; `next` says what to do. */
export type Check = {
  check: string
  result: 'ok' | 'warn' | 'fail'
  message: string
  next: string | null
}

export function fine(check: string, message: string): Check {
  return { check, result: 'ok', message, next: null }
}

export function warned(check: string, message: string, next: string): Check {
  return { check, result: 'warn', message, next }
}

export function failed(check: string, message: string, next: string): Check {
  return { check, result: 'fail', message, next }
}
