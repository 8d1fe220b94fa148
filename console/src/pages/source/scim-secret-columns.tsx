import type { RowOf } from 'muster-sdk'
import type { Column } from '../../parts/columns.ts'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'

/** A SCIM secret, without what is secret. */
export type ScimSecret = RowOf<'/workspace/integrations/{integration}/scim-secrets'>

const { scim: words } = text

export const scimSecretColumns: readonly Column<ScimSecret>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 160, grow: 2 }),
  stateColumn(words.state),
  timeColumn('used', words.used, ({ timestamp }) => timestamp.last_used_at, {
    min: 120,
    grow: 1,
    never: words.never,
  }),
  textColumn(
    'expires',
    words.expires,
    ({ timestamp }) => timestamp.revoked_at ?? timestamp.expires_at,
    {
      min: 120,
      cell: ({ timestamp }) => {
        const end = timestamp.revoked_at ?? timestamp.expires_at
        return end === null ? words.never : <Time at={end} />
      },
    },
  ),
]
