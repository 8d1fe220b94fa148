/** A decimal number, exactly: `sign` × 0.`digits` × 10^`exponent`. Zero has the sign 0 and no digits. */
export interface Decimal {
  sign: -1 | 0 | 1
  /** Without zeros at either end. */
  digits: string
  exponent: number
}

const pattern = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?\d{1,9}))?$/i

/** Reads `12`, `-3.50`, `.5` or `1e3`; null for anything else. */
export function readDecimal(text: string): Decimal | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [, sign, whole = '', fraction = '', power = 0] = match
  const written = whole + fraction
  if (written === '') return null
  const significant = written.replace(/^0+/, '')
  const digits = significant.replace(/0+$/, '')
  if (digits === '') return { sign: 0, digits: '', exponent: 0 }
  const exponent = whole.length - (written.length - significant.length) + Number(power)
  return { sign: sign === '-' ? -1 : 1, digits, exponent }
}

/** Negative where `a` is less than `b`, 0 where they are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign
  return a.sign * (a.exponent - b.exponent || compareDigits(a.digits, b.digits))
}

function compareDigits(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
