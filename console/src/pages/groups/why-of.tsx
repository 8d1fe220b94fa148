import { WhyPanel } from '../why/why-panel.tsx'
import { text } from './text.ts'
import type { Group } from './use-group.ts'

/** The panel of a list of people of a group: why the one that is opened is in it. Undefined where no rules say so. */
export function whyOf<Row>(
  group: Group,
  ruleset: string | null,
  nameOf: (row: Row) => string | null,
  stay?: string,
) {
  if (ruleset === null) return undefined
  return (person: string, opened: Row | undefined, close: () => void) => (
    <WhyPanel
      key={person}
      title={text.whyTitle((opened && nameOf(opened)) ?? group.name)}
      person={person}
      ruleset={ruleset}
      stay={stay}
      onClose={close}
    />
  )
}
