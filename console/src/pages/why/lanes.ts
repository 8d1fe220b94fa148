import type { Body } from 'muster-sdk'
import { text } from './text.ts'

export type Explanation = Body<'get', '/directory/users/{user}/explain'>
export type ExplainedRule = Explanation['policy_rules'][number]
export type Pending = Explanation['pending'][number]

/** A condition at any depth: rules of attributes have conditions again. */
export type SeenCondition = {
  id: string
  type: ExplainedRule['conditions'][number]['type']
  profile_key: string | null
  description: string
  is_met: boolean | null
  saw: {
    identities: readonly SeenIdentity[] | null
    managers: readonly { id: string; full_name: string }[] | null
    attribute: {
      holds: boolean | null
      rule: { conditions: readonly SeenCondition[] } | null
      is_cut: boolean
    } | null
  }
}

type SeenIdentity = {
  id: string
  integration_handle: string
  is_ignored: boolean
  values: readonly string[] | null
  changed_at: string
}

/** Whether a condition is met; `unknown` where the viewer may not see it. */
export type Tone = 'met' | 'unmet' | 'unknown'

/** Where a value comes from, and what policy sees there. */
export type Source = {
  id: string
  tone: Tone
  /** The handle of the integration; null for what no account holds. */
  from: string | null
  key: string
  value: string
  /** When the account last changed. */
  changedAt: string | null
  /** What the condition wants; only where it does not see it. */
  wanted: string | null
  /** What the source says since, while an incident holds it. */
  pending: string | null
  isIgnored: boolean
}

/** A condition of a rule: what it sees, over an attribute where it names one. */
export type Chain = {
  id: string
  tone: Tone
  /** In words: `department is Sales`. */
  wanted: string
  sources: readonly Source[]
  attribute: { tone: Tone; note: string } | null
}

export type LanePart = 'admits' | 'holds' | 'nearest' | 'meets' | 'later' | 'misses' | 'draft'

/** A rule with its conditions, and what it means for the person. */
export type Lane = { rule: ExplainedRule; tone: Tone; part: LanePart; chains: readonly Chain[] }

/** Every rule, the one that decides first: the one that holds the person, or the one that comes nearest. */
export function lanesOf(explanation: Explanation): Lane[] {
  const first = decidingRule(explanation)
  const lanes = explanation.policy_rules.map((rule): Lane => ({
    rule,
    tone: rule.is_met ? 'met' : rule.conditions.some(isHidden) ? 'unknown' : 'unmet',
    part: partOf(rule, explanation),
    chains: rule.conditions.map((condition) => chainOf(condition, explanation)),
  }))
  const rank = ({ rule }: Lane) => (rule.id === first ? 0 : rule.is_in_force ? 1 : 2)
  return lanes.toSorted((a, b) => rank(a) - rank(b))
}

const isHidden = ({ is_met }: { is_met: boolean | null }) => is_met === null

function decidingRule({ policy_user: stay, nearest, policy_rules }: Explanation) {
  const met = policy_rules.find(({ is_in_force, is_met }) => is_in_force && is_met)
  return stay?.policy_rule_id ?? met?.id ?? nearest?.policy_rule_id
}

function partOf(
  { id, is_in_force, is_met }: ExplainedRule,
  { policy_user: stay, nearest }: Explanation,
): LanePart {
  if (stay?.policy_rule_id === id) return is_met ? 'admits' : 'holds'
  if (!is_in_force) return 'draft'
  if (is_met) return stay === null ? 'meets' : 'later'
  return nearest?.policy_rule_id === id ? 'nearest' : 'misses'
}

function chainOf(condition: SeenCondition, explanation: Explanation): Chain {
  const { id, description: wanted, saw } = condition
  const tone = toneOf(condition)
  return {
    id,
    tone,
    wanted,
    sources: sourcesOf(condition, explanation, id),
    attribute: saw.attribute === null ? null : { tone, note: attributeNote(saw.attribute) },
  }
}

function toneOf({ is_met: isMet }: Pick<SeenCondition, 'is_met'>): Tone {
  return isMet === null ? 'unknown' : isMet ? 'met' : 'unmet'
}

function attributeNote({ holds, rule, is_cut }: NonNullable<SeenCondition['saw']['attribute']>) {
  const { attribute: words } = text
  if (rule === null && is_cut) return words.cut
  if (holds === null) return words.undecided
  return holds ? words.holds : words.lacks
}

/**
 * The values below a condition; those of an attribute are the values that its rule sees. The same value is below several
 * rules, each time with a card of its own, by the `path` to it.
 */
function sourcesOf(condition: SeenCondition, explanation: Explanation, path: string): Source[] {
  const { type, saw, description } = condition
  const id = `${path}/${condition.id}`
  const tone = toneOf(condition)
  const plain = { tone, changedAt: null, pending: null, isIgnored: false }
  const wanted = tone === 'met' ? null : description
  if (type === 'user')
    return [{ ...plain, id, from: null, key: text.person, value: nameOf(explanation), wanted }]
  if (saw.managers !== null)
    return [{ ...plain, id, from: null, key: text.manager, value: managersOf(saw), wanted }]
  const below = saw.attribute?.rule?.conditions.flatMap((each) => sourcesOf(each, explanation, id))
  const key = condition.profile_key ?? text.account
  const seen = saw.identities?.map((identity): Source => ({
    id: `${id}-${identity.id}`,
    tone,
    from: identity.integration_handle,
    key,
    value: valueOf(identity.values),
    changedAt: identity.changed_at,
    wanted,
    pending: pendingOf(explanation.pending, identity.id, key),
    isIgnored: identity.is_ignored,
  }))
  if (type === 'identity' && seen?.length === 0)
    return [{ ...plain, id, from: null, key, value: text.noAccount, wanted }]
  return [...(below ?? []), ...(seen ?? [])]
}

function nameOf({ included }: Explanation): string {
  return included.directory_user.full_name
}

function managersOf({ managers }: SeenCondition['saw']): string {
  const names = (managers ?? []).map(({ full_name }) => full_name)
  return names.length === 0 ? text.noManager : names.join(' → ')
}

function valueOf(values: readonly string[] | null): string {
  if (values === null) return text.hidden
  return values.length === 0 ? text.noValue : values.join(', ')
}

function pendingOf(pending: readonly Pending[], identity: string, key: string): string | null {
  const held = pending.find(({ identity_id }) => identity_id === identity)
  const change = held?.changes.find(({ profile_key }) => profile_key === key)
  return change === undefined ? null : (change.pending ?? text.noValue)
}
