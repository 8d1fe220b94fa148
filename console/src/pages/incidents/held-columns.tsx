import { Checkbox } from '@mantine/core'
import type { RowOf } from 'muster-sdk'
import { Avatar } from '../../parts/avatar.tsx'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { text } from './text.ts'

export type HeldPerson = RowOf<'/directory/users'>

/** With a box before each name where people can be chosen. */
export function heldColumns(
  choosing:
    | { chosen: readonly string[]; mayAdd: boolean; toggle: (user: string) => void }
    | undefined,
): readonly Column<HeldPerson>[] {
  return [
    {
      id: 'person',
      header: text.person,
      min: 220,
      grow: 2,
      text: ({ full_name }) => full_name,
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
    },
    {
      id: 'state',
      header: text.state,
      min: 112,
      grow: 0.6,
      text: ({ state }) => state,
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      id: 'department',
      header: text.department,
      min: 140,
      grow: 1.2,
      text: ({ org }) => org['department'] ?? '',
      cell: ({ org }) => <Middle text={org['department'] ?? ''} />,
    },
    {
      id: 'email',
      header: text.email,
      min: 200,
      grow: 1.6,
      text: ({ email }) => email ?? '',
      cell: ({ email }) => <Middle text={email ?? ''} />,
    },
  ]
}
