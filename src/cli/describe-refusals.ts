import type { CountedReason, Refusals } from '../connectors/file/remedies.ts'
import { counted } from './describe-effects.ts'

/** Why rows were refused, and what to do. */
export function describeRefusals({ remedy, reasons }: Refusals): string[][] {
  const lines = reasons.map((reason) => describeReason('refused', reason))
  return lines.concat([['do', remedy.text], ...inMapping(remedy.mappingPath)])
}

/** Why rows were left out on purpose. */
export function describeLeftOut(reasons: readonly CountedReason[]): string[][] {
  return reasons.map((reason) => describeReason('left out', reason))
}

function describeReason(label: string, { reason, rows, line }: CountedReason): string[] {
  return [label, `${counted(rows, 'row')}, first ${line}: ${reason}`]
}

/** Where the mapping is changed, by the command line. */
function inMapping(path: string | null): string[][] {
  if (path === null) return []
  const how = 'muster connect <file> --write mapping.yaml, and pass it with --mapping'
  return [['mapping', `change ${path}: ${how}`]]
}
