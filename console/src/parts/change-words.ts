import { roleWords } from './kinds.ts'
import { stateLooks } from './state-looks.ts'

/** Keys whose names say little outside the database. Others are words but for their underscores. */
const keys: Readonly<Record<string, string>> = {
  activates_at: 'start',
  base_state: 'state set in Muster',
  deprovisioned_at: 'left the source',
  directory_user_id: 'person',
  expires_at: 'end',
  link_evidence: 'because',
  linked_by: 'matched by',
  manager_problem: 'problem with the manager',
  manager_reference: 'manager as the source names them',
  primary_identity_id: 'primary account',
  provisioned_at: 'at the source since',
  review_reason: 'to review',
  suggested_directory_user_id: 'perhaps of',
  vendor_created_at: 'created at the source',
  vendor_state: 'state at the source',
}

const states: ReadonlySet<string> = new Set(['state', 'base_state', 'vendor_state'])

const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  manager_problem: {
    unresolved: 'nobody found',
    ambiguous: 'several have that name',
    cycle: 'would be in a cycle',
  },
  linked_by: {
    created: 'creation of the person',
    email: 'address',
    evidence: 'number, address or name',
    vendor_id: 'id at the source',
    replaced: 'replacement of an account',
    administrator: 'an administrator',
  },
  review_reason: { recycled_address: 'recycled address', shared_address: 'shared address' },
}

const ofMember = 'members.'

/** The account that a key is about, where it is that of a member. */
export function memberOf(key: string): string | undefined {
  return key.startsWith(ofMember) ? key.slice(ofMember.length) : undefined
}

/** The name of a key for people: an id is named by its record, and a profile's key as the profile does. */
export function keyWords(key: string): string {
  const known = keys[key]
  if (known !== undefined) return known
  const own = key.replace(/^(?:profile|metadata)\./, '')
  return own === key ? key.replace(/_id$/, '').replaceAll('_', ' ') : own
}

/** A value that stands for a word; undefined for any other. */
export function valueWords(key: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return 'none'
  if (typeof value !== 'string') return undefined
  if (states.has(key)) return stateLooks(value).word
  return memberOf(key) === undefined ? values[key]?.[value] : roleWords(value)
}

/** Whether a change says the same as that of the state beside it. */
export function isImplied(
  key: string,
  changes: Readonly<Record<string, { old: unknown; new: unknown } | undefined>>,
): boolean {
  const { state, [key]: own } = changes
  if (key === 'state' || !states.has(key) || state === undefined) return false
  return state.old === own?.old && state.new === own?.new
}
