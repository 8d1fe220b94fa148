// A slow, plain model of incidents. It is written from the definition of the terms, not from the
// code: every question is answered by copying the whole world, trying the change, and comparing.

export const DAY = 86_400_000

type AccountState = 'active' | 'suspended' | 'deactivated'

/** The facts of one source about one account. `values.manager` is the vendor id of the manager's account. */
export type Facts = { state: AccountState; values: Record<string, string> }

export type Account = {
  source: string
  vendorId: string
  person: string
  /** Null while the account is new and held: policy reads nothing of it. */
  accepted: Facts | null
  /** The last facts of the source, while they are held. */
  pending: Facts | null
  /** The source has said while it is held that it is active. */
  wasActive: boolean
  /** The hold is about the end of the account: it does not count as moved. */
  endHeld: boolean
  /** The rejected values, by key (`state` or a profile key), until the source reports another value. */
  rejected: Record<string, string>
}

export type Person = {
  base: 'staged' | 'active' | 'suspended' | 'deactivated'
  /** An administrator deactivated the person: the source changes nothing until one activates them. */
  byAdmin: boolean
  expiresAt: number | null
  parent: string | null
  /** The primary account; null if an administrator created the person. */
  account: string | null
  /** The manager of a person without a primary account. */
  manager: string | null
}

export type Condition =
  | { type: 'value'; source: string; key: string; values: string[] }
  | { type: 'attribute'; attribute: string }
  | { type: 'reports'; manager: string; all: boolean }
  | { type: 'user'; person: string }

export type Rule = {
  id: string
  role: string
  priority: number
  graceDays: number
  conditions: Condition[]
  endsAt: number | null
}

export type Ruleset = {
  isSensitive: boolean
  /** Of an attribute: it has no limits of its own. */
  isAttribute: boolean
  /** In order of admission. Only rules in force. */
  rules: Rule[]
  firstEnteredAt: number | null
}

type Stay = {
  id: number
  ruleset: string
  person: string
  rule: string
  role: string
  graceEndsAt: number | null
  endsAt: number | null
}

export type Direction = 'lose' | 'gain' | 'role'

export type Status = { role: string; end: number | null } | null

export type Movement = { ruleset: string; person: string; from: Status; to: Status }

/** Who moved: a source or a caller; `approved` movements count only against the source's open incident. */
export type Cause = { by: string; approved?: boolean; accountEnd?: boolean }

export type Entry = Movement & Cause & { at: number; counted: boolean }

type AccountEnd = { source: string; account: string; at: number; approved: boolean }

/** A limit that a step exceeds: the people who add to it, and how many count. */
export type Excess = { scope: string; direction: Direction; movers: string[]; people: number }

export type Limit = { percent: number; people: number }

export type Limits = {
  lose: Limit
  gain: Limit
  role: Limit
  account: Limit
  overall: Limit
  named: number
}

export type Incident = {
  source: string
  openedAt: number
  state: 'open' | 'approved' | 'rejected' | 'released' | 'applied'
}

/** A rule with a date. `approved`: the limits that it may exceed then. `isOver`: it has begun, or was refused. */
export type ScheduledRule = {
  ruleset: string
  rule: Rule
  at: number
  approved: Excess[]
  isOver: boolean
}

export type World = {
  now: number
  primary: string
  /** The profile key whose accepted values create attributes. */
  dimension: string
  limits: Limits
  accounts: Map<string, Account>
  people: Map<string, Person>
  attributes: Map<string, string[]>
  rulesets: Map<string, Ruleset>
  stays: Map<string, Stay>
  ledger: Entry[]
  ends: AccountEnd[]
  named: { by: string; person: string; at: number }[]
  incidents: Incident[]
  scheduled: ScheduledRule[]
  lastStay: number
}

export function emptyWorld(now: number, primary: string, dimension: string, limits: Limits): World {
  return {
    now,
    primary,
    dimension,
    limits,
    accounts: new Map(),
    people: new Map(),
    attributes: new Map(),
    rulesets: new Map(),
    stays: new Map(),
    ledger: [],
    ends: [],
    named: [],
    incidents: [],
    scheduled: [],
    lastStay: 0,
  }
}

export const accountId = (source: string, vendorId: string): string => `${source}:${vendorId}`

export const copy = (world: World): World => structuredClone(world)
