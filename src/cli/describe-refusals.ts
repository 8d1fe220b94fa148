import type { Refusals } from '../connectors/file/remedies.ts'
import { counted } from './describe-effects.ts'

/** Why rows were refused, and what to do. */
export function describeRefusals({ remedy, reasons }: Refusals): string[][] {
  const lines = reasons.map(({ reason, rows, line }) => [
    'refused',
    `${counted(rows, 'row')}, first ${line}: ${reason}`,
  ])
  return lines.concat([['do', remedy]])
}
