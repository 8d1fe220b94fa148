import type { ReactNode } from 'react'
import type { RowOf } from 'muster-sdk'
import { SegmentedControl } from '@mantine/core'
import { stateFilter } from '../../parts/list/filters.ts'
import { List } from '../../parts/list/list.tsx'
import type { EmptyWords } from '../../parts/empty-state.tsx'
import type { FilteredList } from '../../parts/list/use-filtered-list.ts'
import type { Column } from '../../parts/columns.ts'
import { Middle } from '../../parts/middle.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import type { Once } from '../../api/use-once.ts'
import { Choice } from '../../parts/choice.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/use-form.ts'
import { PermissionPicker } from '../../parts/permission-picker.tsx'
import type { NamedPermission } from '../../parts/permissions.ts'
import { MakeSecretDialog } from '../../parts/secret-dialog.tsx'
import { lengths } from '../../gen/lengths.ts'
import { useApiIf } from '../../api/use-api.ts'
import { useSession } from '../../api/session.ts'
import { text } from './text.ts'

const { tokens: words } = text

/** What every list of tokens declares. Those that have ended are shown on request. */
export const tokensOf = (of: { title: string; none: EmptyWords }) => ({
  words: { ...of, count: words.count },
  columns: tokenColumns,
  query: { include: ['abilities' as const] },
  filters: [stateFilter(words.state, ['active', 'expired', 'revoked'], { usual: 'active' })],
  sort: '-created_at' as const,
})

/** Tokens as a table, with the one that is open in the panel. */
export function TokenList({
  list,
  revoke,
  actions,
}: {
  list: FilteredList<Token>
  revoke: (token: Token) => Promise<unknown>
  actions?: ReactNode
}) {
  return (
    <List
      list={list}
      actions={actions}
      panel={(token, close) => (
        <TokenPanel key={token.id} token={token} revoke={revoke} onClose={close} />
      )}
    />
  )
}

/** A token of a person or of a service, without its secret. */
export type Token = RowOf<'/workspace/tokens'>

const tokenColumns: readonly Column<Token>[] = [
  textColumn('name', words.name, ({ name }) => name, { min: 160, grow: 2, sort: 'name' }),
  stateColumn(words.state),
  textColumn('scopes', words.scopes, ({ scopes }) => scopes.join(' '), {
    min: 170,
    grow: 2,
    cell: ({ scopes }) => <Middle text={shortScopes(scopes)} />,
  }),
  timeColumn('expires', words.expires, ({ timestamp }) => timestamp.expires_at, {
    grow: 0.7,
    sort: 'expires_at',
  }),
  timeColumn('used', words.used, ({ timestamp }) => timestamp.last_used_at, {
    grow: 0.7,
    never: words.never,
  }),
  textColumn('issuer', words.issuer, ({ issued_by: issuer }) => issuer?.name),
]

function shortScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return words.none
  return scopes.length > 2 ? words.number(scopes.length) : scopes.join(', ')
}

/** One token: what it may do, who issued it, when it was used; and its end. */
function TokenPanel({
  token,
  revoke,
  onClose,
}: {
  token: Token
  revoke: (token: Token) => Promise<unknown>
  onClose: () => void
}) {
  const { timestamp, scopes, issued_by: issuer } = token
  return (
    <DetailPanel title={token.name} onClose={onClose}>
      <TokenFacts token={token} />
      <h3 className="subheading">{words.scopes}</h3>
      {scopes.length === 0 && <p className="mt-8 soft">{words.none}</p>}
      <ul className="flex wrap gap-4">
        {scopes.map((scope) => (
          <li key={scope}>
            <code className="tag">{scope}</code>
          </li>
        ))}
      </ul>
      <h3 className="subheading">{words.uses}</h3>
      <Uses token={token} />
      {issuer !== null && (
        <p className="mt-8 soft">
          {words.issuer} <RecordLink id={issuer.id} name={issuer.name ?? undefined} />
        </p>
      )}
      <ConfirmButton
        of={token}
        can="delete"
        isOffered={timestamp.revoked_at === null && token.state === 'active'}
        title={words.revokeTitle(token.name)}
        label={words.revoke}
        isBelow
        run={() => revoke(token)}
        onDone={onClose}
      >
        <p>{words.revokeWhy}</p>
        <p>
          {words.used}: <Time at={timestamp.last_used_at} never={words.never} />.
        </p>
      </ConfirmButton>
    </DetailPanel>
  )
}

/** Which permissions were used, and when last. */
function Uses({ token: { id: token, owner_id: owner, owner_type: type } }: { token: Token }) {
  const isOwn = owner === useSession().owner_id
  const [ofService, own, others] = [
    useApiIf(type === 'service', '/workspace/services/{service}/tokens/{token}', {
      params: { path: { service: owner, token } },
    }),
    useApiIf(type === 'user' && isOwn, '/workspace/tokens/{token}', {
      params: { path: { token } },
    }),
    useApiIf(type === 'user' && !isOwn, '/workspace/users/{user}/tokens/{token}', {
      params: { path: { user: owner, token } },
    }),
  ]
  const used = (ofService.data ?? own.data ?? others.data)?.used_permissions
  if (used === undefined) return null
  if (used.length === 0) return <p className="mt-8 soft">{words.noUses}</p>
  return (
    <ul>
      {used.map(({ permission, last_used_at: at }) => (
        <li key={permission} className="small">
          <code>{permission}</code> <Time at={at} />
        </li>
      ))}
    </ul>
  )
}

function TokenFacts({
  token: { id, state, parent_token_id: parent, last_used_address: from, timestamp },
}: {
  token: Token
}) {
  return (
    <Facts
      of={{
        [words.state]: <StateBadge state={state} />,
        [words.expires]: <Time at={timestamp.expires_at} />,
        [words.used]: <Time at={timestamp.last_used_at} never={words.never} />,
        ...(from !== null && { [words.from]: <Id value={from} /> }),
        [words.created]: <Time at={timestamp.created_at} />,
        ...(timestamp.revoked_at !== null && {
          [words.revoked]: <Time at={timestamp.revoked_at} />,
        }),
        ...(parent !== null && { [words.parent]: <Id value={parent} /> }),
        [words.id]: <Id value={id} />,
      }}
    />
  )
}

const powerNames = ['read', 'some', 'all'] as const
type Power = (typeof powerNames)[number]
export type NewToken = { name: string; scopes: string[]; expires_in_days?: number }

/** Without a number it is the API's: 90 days, or until that ends with which the session was opened. */
const usual = 'usual'
const lives = [
  { value: '7', label: words.days(7) },
  { value: '30', label: words.days(30) },
  { value: usual, label: words.usual },
  { value: '365', label: words.year },
]

const begin = (): { name: string; power: Power; chosen: Set<string>; days: string } => ({
  name: '',
  power: 'read',
  chosen: new Set(),
  days: usual,
})

/** Asks what a new token may do and how long it lives, issues it, and shows its secret once. */
export function IssueTokenDialog({
  title,
  permissions,
  powers,
  issue,
  onClose,
}: {
  title: string
  /** Those that the token can have at most. */
  permissions: readonly NamedPermission[]
  /** What each kind of power means for this owner. */
  powers: Readonly<Record<Power, { label: string; detail: string }>>
  issue: (token: NewToken, once: Once) => Promise<{ token: string }>
  onClose: () => void
}) {
  const { sent, of } = useForm(begin)
  const { name, power, chosen, days } = sent
  const make = async (once: Once) => {
    const life = days === usual ? {} : { expires_in_days: Number(days) }
    return (await issue({ name, scopes: scopesOf(power, chosen), ...life }, once)).token
  }
  return (
    <MakeSecretDialog
      title={title}
      action={words.issue}
      isReady={name !== '' && (power !== 'some' || chosen.size > 0)}
      make={make}
      words={words}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        maxLength={lengths.createToken.name}
        data-autofocus
        {...of('name')}
      />
      <Choice
        label={words.power}
        {...of('power')}
        options={powerNames.map((value) => Object.assign({ value }, powers[value]))}
      />
      {power === 'some' && (
        <div className="scroll-box">
          <PermissionPicker permissions={permissions} {...of('chosen')} />
        </div>
      )}
      <div>
        <div className="mb-4 small medium">{words.life}</div>
        <SegmentedControl fullWidth aria-label={words.life} data={lives} {...of('days')} />
      </div>
    </MakeSecretDialog>
  )
}

function scopesOf(power: Power, chosen: ReadonlySet<string>): string[] {
  if (power === 'read') return ['*.view']
  return power === 'all' ? ['*'] : [...chosen]
}
