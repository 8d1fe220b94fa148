import { countRefusals, type CountedReason, type Refusals } from '../../connectors/file/remedies.ts'
import type { UnknownState } from '../../connectors/file/unknown-states.ts'
import { counted } from '../../contract/text.ts'
import { table } from '../output/table-text.ts'

/** Why rows were refused, and what to do. */
export function describeRefusals({ remedy, reasons }: Refusals): string[][] {
  return [...describeRefused(reasons), ['do', remedy.text], ...inMapping(remedy.mappingPath)]
}

export function describeRefused(reasons: readonly CountedReason[]): string[][] {
  return reasons.map((reason) => describeReason('refused', reason))
}

/** Why rows were left out on purpose. */
export function describeLeftOut(reasons: readonly CountedReason[]): string[][] {
  return reasons.map((reason) => describeReason('left out', reason))
}

/** States without a meaning, which someone has to give: until then their accounts stay as they were. */
export function describeUnknown(unknown: readonly UnknownState[]): string[][] {
  const lines = unknown.map(({ path, value, rows }) => [
    'unknown',
    `state ${JSON.stringify(value)} at ${path}, in ${counted(rows, 'row')}: the account stays as it was, and a new one has not begun`,
  ])
  return lines.length === 0
    ? []
    : [
        ...lines,
        ['do', 'give each value a meaning in the mapping, and import the file again'],
        ...inMapping('account.state.sources'),
      ]
}

const maximumNotes = 5

/** The most frequent remarks on what was taken, and the command that lists all of them. */
export function describeNotes(
  notes: readonly { reason: string; line: number | null }[],
  command: string,
): string {
  const counter = countRefusals()
  for (const { reason, line } of notes) counter.add(reason, line)
  const shown = counter.reasons(maximumNotes)
  const more = notes.length - shown.reduce((sum, { rows }) => sum + rows, 0)
  return table([
    ...shown.map((reason) => describeReason('note', reason)),
    ...(more > 0 ? [['more', `${counted(more, 'more note')}: ${command}`]] : []),
  ])
}

/** A remark on the run as a whole has no line. */
function describeReason(label: string, { reason, rows, line }: CountedReason): string[] {
  return [label, line === null ? reason : `${counted(rows, 'row')}, first ${line}: ${reason}`]
}

/** Where the mapping is changed, by the command line. */
function inMapping(path: string | null): string[][] {
  if (path === null) return []
  const how = 'muster connect <file> --write mapping.yaml, and pass it with --mapping'
  return [['mapping', `change ${path}: ${how}`]]
}
