import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../contract/json.ts'
import type {
  AccountMapping,
  Mapping,
  StateMapping,
  MemberMapping,
  StateSource,
  Test,
} from './mapping.ts'

function emptyState(): StateMapping {
  return { sources: [], otherwise: 'active', new_values: [] }
}

function emptyAccount(): Omit<AccountMapping, 'when' | 'vendor_id' | 'state'> {
  return {
    handle: [],
    email: [],
    first_name: [],
    last_name: [],
    full_name: [],
    created_at: [],
    profile_root: null,
    profile_extra: {},
    profile_omit: [],
  }
}

/** A mapping as people write it: only what was decided is in it. */
type ShortMapping = {
  account: Partial<Omit<AccountMapping, 'state' | 'vendor_id'>> &
    Pick<AccountMapping, 'vendor_id'> & { state?: Partial<StateMapping> }
} & Partial<Omit<Mapping, 'account'>>

/** The mapping with what it leaves out. */
export function completeMapping(short: ShortMapping): Mapping {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mapping in short becomes a whole one
  return completeGiven(short) as Mapping
}

/** A record is a person if it has the column of the id. */
function whenThere([id = 'id']: readonly string[]): AccountMapping['when'] {
  return [[{ path: id, exists: true }]]
}

/** What {@link completeMapping} would add again is left out. */
export function shortMapping({ account, groups, memberships, ...others }: Mapping): object {
  const { state, when, vendor_id, ...paths } = account
  return {
    account: {
      ...(isDeepStrictEqual(when, whenThere(vendor_id)) ? {} : { when }),
      vendor_id,
      ...without(paths, emptyAccount()),
      ...notEmpty({ state: without(state, emptyState()) }),
    },
    ...notEmpty({ groups, memberships }),
    ...others,
  }
}

function without(given: object, usual: object): object {
  const known = new Map<string, unknown>(Object.entries(usual))
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => !known.has(key) || !isDeepStrictEqual(value, known.get(key)),
    ),
  )
}

function notEmpty(given: Readonly<Record<string, object>>): object {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => Object.keys(value).length > 0),
  )
}

/** {@link completeMapping} of what a file has, which may be anything: what is no mapping is left for its check. */
export function completeGiven(given: unknown): unknown {
  if (!isRecord(given) || !isRecord(given['account'])) return given
  const { account, ...others } = given
  const { state = {}, when, ...paths } = account
  const ids = Array.isArray(paths['vendor_id']) ? paths['vendor_id'] : []
  const own = ids.filter((id) => typeof id === 'string')
  return {
    groups: [],
    memberships: [],
    ...others,
    account: {
      ...emptyAccount(),
      ...paths,
      when: when ?? whenThere(own),
      state: isRecord(state) ? { ...emptyState(), ...state } : state,
    },
  }
}

/** A member of a group without roles, under one of the keys. */
export function plainMember(...ids: string[]): MemberMapping {
  return {
    account_vendor_id: ids,
    account_email: [],
    only_when: [],
    role: { path: [], values: {}, otherwise: 'member' },
  }
}

/** A flag that takes access where it has this value. */
export function flag(
  path: string,
  value: boolean,
  state: 'suspended' | 'deactivated',
): StateSource {
  return { path, values: { [String(value)]: state, [String(!value)]: 'active' } }
}

/** Whatever one of the paths has but a confirmation: nobody has confirmed the address. */
export function unconfirmed(...paths: string[]): Test[][] {
  return paths.map((path) => [{ path, confirmed: false }])
}
