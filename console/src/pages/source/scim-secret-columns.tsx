import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'

/** A SCIM secret, without what is secret. */
export type ScimSecret = RowOf<'/workspace/integrations/{integration}/scim-secrets'>

const { scim: words } = text

export const scimSecretColumns: readonly Column<ScimSecret>[] = [
  {
    id: 'name',
    header: words.name,
    min: 160,
    grow: 2,
    text: ({ name }) => name,
    cell: ({ name }) => <Middle text={name} />,
  },
  stateColumn(words.state),
  {
    id: 'used',
    header: words.used,
    min: 120,
    text: ({ timestamp }) => timestamp.last_used_at ?? '',
    cell: ({ timestamp: { last_used_at: used } }) =>
      used === null ? words.never : <Time at={used} />,
  },
  {
    id: 'expires',
    header: words.expires,
    min: 120,
    text: ({ timestamp }) => timestamp.revoked_at ?? timestamp.expires_at ?? '',
    cell: ({ timestamp }) => {
      const end = timestamp.revoked_at ?? timestamp.expires_at
      return end === null ? words.never : <Time at={end} />
    },
  },
]
