import { Checkbox } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { stateLooks } from '../../parts/state-looks.ts'
import { text } from './text.ts'
import type { Incident } from './use-incident.ts'

export type HeldPerson = RowOf<'/directory/users'>

type HeldAccount = NonNullable<Incident['held']>[number]

/** `held`: the first accounts of the incident. With a box before each name where people can be chosen. */
export function heldColumns(
  held: readonly HeldAccount[],
  choosing:
    | { chosen: readonly string[]; mayAdd: boolean; toggle: (user: string) => void }
    | undefined,
): readonly Column<HeldPerson>[] {
  const byPerson = Map.groupBy(held, ({ directory_user_id: id }) => id)
  const reported = ({ id }: HeldPerson) => reportedOf(byPerson.get(id) ?? [])
  return [
    textColumn('person', text.person, ({ full_name }) => full_name, {
      min: 220,
      grow: 2,
      cell: ({ id, full_name }) => (
        <>
          {choosing !== undefined && (
            <Checkbox
              aria-label={text.select(full_name)}
              checked={choosing.chosen.includes(id)}
              disabled={!choosing.mayAdd && !choosing.chosen.includes(id)}
              onChange={() => choosing.toggle(id)}
            />
          )}
          <Avatar name={full_name} />
          <Middle text={full_name} />
        </>
      ),
    }),
    stateColumn(text.state),
    wordColumn('reported', text.reported, reported),
    textColumn('department', text.department, ({ org }) => org['department'], {
      min: 140,
      grow: 1.2,
    }),
    textColumn('email', text.email, ({ email }) => email, { min: 200, grow: 1.6 }),
  ]
}

/** What the source said of the accounts of a person, in few words. Empty where the incident does not list them. */
function reportedOf(accounts: readonly HeldAccount[]): string {
  const words = accounts.map(({ is_new_account, state, pending_state }) => {
    if (is_new_account) return text.of.account
    return state === pending_state ? text.otherValues : stateLooks(pending_state).word
  })
  return [...new Set(words)].join(', ')
}
