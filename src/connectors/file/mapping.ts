import { Type, type Static } from 'typebox'
import { resourceTypes } from '../../contract/states.ts'
import { compilePattern } from '../../engine/pattern.ts'
import { accountStates } from './source-record.ts'

/**
 * How a vendor's record becomes one of ours, as plain JSON that an integration stores.
 *
 * A path is an own key, else keys joined by dots (the URN of a SCIM extension may begin it); `[0]` picks an element of a list and
 * `[type=manager]` the first element whose key has that value. `.` is the value itself.
 * A list of paths means the first that holds something. Tables compare trimmed, in lower case.
 */
const Path = Type.String({ minLength: 1, maxLength: 200 })
const Paths = Type.Array(Path, { maxItems: 400 })
const closed = { additionalProperties: false } as const

const Pattern = Type.Refine(
  Type.String({ minLength: 1, maxLength: 200 }),
  (pattern) => faultOfPattern(pattern) === null,
  (pattern) => faultOfPattern(pattern) ?? '',
)

function faultOfPattern(pattern: string): string | null {
  try {
    compilePattern(pattern)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * `exists` tests for the key, `is_blank` for one that holds nothing (null or blank, but there), `is_text` for a string, `confirmed` for one
 * whose value says so (yes, true, 1, verified, confirmed or a date); `one_of` compares the value, and `matches` is a pattern in RE2 syntax for all of it, in any
 * case. All tests of a list must hold.
 */
const Test = Type.Object(
  {
    path: Path,
    exists: Type.Optional(Type.Boolean()),
    is_blank: Type.Optional(Type.Boolean()),
    is_text: Type.Optional(Type.Boolean()),
    confirmed: Type.Optional(Type.Boolean()),
    one_of: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
    matches: Type.Optional(Pattern),
  },
  closed,
)
const Tests = Type.Array(Test, { maxItems: 10 })
const AnyTests = Type.Array(Tests, {
  minItems: 1,
  maxItems: 600,
  description: 'any of these lists of tests',
})

const ResourceTypeName = Type.Enum(resourceTypes)
const StateName = Type.Enum(accountStates)

/** How days with slashes or dashes are written. */
export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]
const Role = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })

/** What the words of a column mean. */
const StateTable = Type.Record(Type.String(), StateName)
const TableName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })

/** Of several sources the most restrictive state counts; without any value it is `otherwise`. */
const StateMapping = Type.Object(
  {
    /** Tables of words that several sources name. */
    words: Type.Optional(Type.Record(TableName, StateTable, { maxProperties: 50 })),
    sources: Type.Array(
      Type.Object(
        {
          path: Path,
          /** A table of its own, or the name of one of `words`. */
          values: Type.Union([StateTable, TableName]),
          /** Other values are no states, as in a column `State` that also holds states of a country. */
          ignore_others: Type.Optional(Type.Boolean()),
          /** The value is a number, of which this bit is looked up as `true` or `false`. */
          bit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 })),
          /** An empty cell is a value too, `(blank)`, as where a cross means yes. */
          blank_counts: Type.Optional(Type.Boolean()),
          /** The value is a day, of which `true` is looked up once it is past, else `false`. */
          day: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
      { maxItems: 200 },
    ),
    otherwise: StateName,
    /** Who is invited, or has not been let in or confirmed yet: not active, and new. */
    pending: Type.Optional(AnyTests),
    /** Values that mean: created, but never activated yet. */
    new_values: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
    /** What a remark in brackets behind a name means, such as `left` in `Ada Moreau (left)`. Others mean nothing. */
    in_names: Type.Optional(StateTable),
    /** The order of days such as `03/04/2026`; a value that is no day in this order is at fault. Without it, both are tried. */
    date_order: Type.Optional(Type.Enum(dateOrders)),
    /** The first day of a person: before it, the account is not active. */
    first_day: Type.Optional(Paths),
    /** The last day of a person: afterwards the account has ended. */
    ended_at: Type.Optional(Paths),
    /** Those of these columns that have spans, such as `2020-01-01 - 2024-03-31` or `since 2020`: a day alone can't be told. */
    spans: Type.Optional(Paths),
  },
  closed,
)

/** What an account can be besides a person's own. */
export const accountKinds = ['bot', 'guest', 'service'] as const
export type AccountKind = (typeof accountKinds)[number]
const Kind = Type.Enum(accountKinds)

const AccountMapping = Type.Object(
  {
    when: AnyTests,
    /** The first that matches becomes `account_kind` of the profile. */
    kinds: Type.Optional(
      Type.Array(Type.Object({ kind: Kind, when: AnyTests }, closed), { maxItems: 40 }),
    ),
    /** Accounts of these kinds are left out, and listed in the report. */
    leave_out: Type.Optional(Type.Array(Kind, { maxItems: 10 })),
    vendor_id: Paths,
    handle: Paths,
    email: Paths,
    /** Where the vendor says that nobody has confirmed the address: it stays in the profile, and tells nothing of who the person is. */
    unconfirmed: Type.Optional(AnyTests),
    first_name: Paths,
    last_name: Paths,
    /** What belongs before the last name, where a column of its own has it: `van der`. */
    last_name_prefix: Type.Optional(Paths),
    /** A second last name, where a column of its own has it: `García` `López`. */
    second_last_name: Type.Optional(Paths),
    full_name: Paths,
    /** Those columns of whole names, of the person or the manager, that have the family name first without a comma. */
    family_first: Type.Optional(Paths),
    /** People write their names there themselves, so that these say nothing of whose an account is. */
    own_names: Type.Optional(Type.Boolean()),
    created_at: Paths,
    /** Employee numbers that stand for none, such as `000-TEMP`: they say nothing of whose an account is. */
    placeholder_numbers: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 }),
    ),
    state: StateMapping,
    /** The part that becomes the profile, or null for the whole record. */
    profile_root: Type.Union([Path, Type.Null()]),
    /** Keys added to the profile from elsewhere in the record, so that policy has flat names. */
    profile_extra: Type.Record(Type.String({ maxLength: 200 }), Paths),
    profile_omit: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
  },
  closed,
)

const MemberMapping = Type.Object(
  {
    account_vendor_id: Paths,
    account_email: Paths,
    /** Rows that fail these tests are not people (a group inside a group) and are passed over. */
    only_when: Tests,
    role: Type.Object(
      { path: Paths, values: Type.Record(Type.String(), Role), otherwise: Role },
      closed,
    ),
  },
  closed,
)

const GroupMapping = Type.Object(
  {
    when: Tests,
    resource_type: ResourceTypeName,
    vendor_id: Paths,
    parent_vendor_id: Paths,
    name: Paths,
    handle: Paths,
    /** Where the record itself lists its members: the first of these paths that holds a list. */
    members_at: Paths,
    members: MemberMapping,
  },
  closed,
)

const MembershipMapping = Type.Object(
  { when: Tests, resource_type: ResourceTypeName, group_vendor_id: Paths, member: MemberMapping },
  closed,
)

export const Mapping = Type.Object(
  {
    account: AccountMapping,
    groups: Type.Array(GroupMapping, { maxItems: 30 }),
    memberships: Type.Array(MembershipMapping, { maxItems: 30 }),
    /**
     * What a member's record looks like if it does not name the group: `--members-of` names it. Such records are read like
     * the members in a group's own record. Without this, the vendor lists members as accounts.
     */
    members: Type.Optional(
      Type.Object(
        {
          when: AnyTests,
          /** A list of members may also look like one of accounts. */
          or_accounts: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    ),
    /** Its lists of columns are synonyms, of which a file has few: one that has none of them is no fault. */
    synonyms: Type.Optional(Type.Boolean()),
    /** Records that are none of these, such as computers in a directory: they are left out, and listed in the report. */
    ignore: Type.Optional(Type.Object({ when: AnyTests }, closed)),
  },
  closed,
)

export type Mapping = Static<typeof Mapping>
export type AccountMapping = Static<typeof AccountMapping>
export type StateTable = Static<typeof StateTable>
export type StateMapping = Static<typeof StateMapping>
export type StateSource = StateMapping['sources'][number]
export type GroupMapping = Static<typeof GroupMapping>
export type MembershipMapping = Static<typeof MembershipMapping>
export type MemberMapping = Static<typeof MemberMapping>
export type Test = Static<typeof Test>
export type Tests = readonly Test[]
