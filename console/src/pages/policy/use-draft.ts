import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { dayOf } from '../../parts/instants.ts'
import { valuesOf, type Clause, type Condition, type Draft, type Subject } from './draft.ts'

export type Rule = Body<'get', '/policy/rules/{rule}'>

export const emptyDraft: Draft = {
  role: 'member',
  clauses: [],
  everyoneElse: false,
  description: '',
  reason: '',
  priority: 100,
  grace: '',
  lastDay: '',
}

/** A rule, and how it is written. `version` tells one state of it from another. */
export type StoredDraft = { version: string; rule: Rule; draft: Draft }

function versionOf(rule: Rule | undefined): string {
  if (rule === undefined) return ''
  const conditions = rule.included.policy_conditions.map(({ id }) => id)
  return [rule.id, rule.timestamp.updated_at, ...conditions].join(' ')
}

/** Names that may not be read are left as the conditions say them. */
type May = (permission: string) => boolean

/** A stored rule as it is written, with the names of what its conditions name. */
export function useDraft(rule: Rule | undefined): UseQueryResult<StoredDraft> {
  const { permissions } = useSession()
  const may: May = (permission) => permissions.includes(permission)
  const version = versionOf(rule)
  return useQuery({
    queryKey: ['draft', version],
    // The rule keeps its version.
    structuralSharing: false,
    // While the saved rule is read again, what was written stays.
    placeholderData: (last: StoredDraft | undefined) =>
      last?.version.startsWith(rule?.id ?? '-') === true ? last : undefined,
    enabled: rule !== undefined,
    queryFn: async (): Promise<StoredDraft> => {
      if (rule === undefined) throw new Error('there is no rule to write')
      const clauses = await Promise.all(
        rule.included.policy_conditions.map((each) => clauseOf(each, may)),
      )
      return { version, rule, draft: { ...writtenFields(rule), clauses } }
    },
  })
}

/** Everything of a rule but its conditions, as it is written. */
export function writtenFields(rule: Rule): Omit<Draft, 'clauses'> {
  return {
    role: rule.role_handle,
    everyoneElse: rule.everyone_else,
    description: writtenDescription(rule),
    reason: rule.reason ?? '',
    priority: rule.priority,
    grace: rule.expires_after_days_inherited ? '' : String(rule.expires_after_days),
    lastDay: lastDayOf(rule.timestamp.expires_at),
  }
}

/** The description that someone wrote; empty for one that is made from the conditions. */
export function writtenDescription({ description, included }: Rule): string {
  const words = included.policy_conditions.map((condition) => condition.description)
  return description === null || description === words.join(' and ') ? '' : description
}

async function clauseOf(stored: Condition, may: May): Promise<Clause> {
  const { id, type, resource_id: named, profile_operator: operator } = stored
  const common = {
    id,
    stored,
    operator: operator ?? ('equals' as const),
    values: valuesOf(stored),
    orAbsent: stored.or_absent === true,
  }
  if (type === 'identity')
    return { ...common, subject: await identityOf(stored, may), target: null }
  if (named === null) return { ...common, subject: null, target: null }
  if (type === 'attribute') return { ...common, ...(await attributeOf(named, stored, may)) }
  if (type === 'entitled_to')
    return { ...common, subject: { type }, target: { id: named, name: resourceIn(stored) } }
  return {
    ...common,
    subject: { type },
    target: {
      id: named,
      name: may('directory.user.view') ? await personName(named, stored) : stored.description,
    },
  }
}

async function identityOf({ profile_key, resource_id }: Condition, may: May): Promise<Subject> {
  const key = profile_key ?? ''
  if (resource_id === null) return { type: 'identity', key, integration: null }
  const path = { integration: resource_id }
  const { handle } = may('workspace.integration.view')
    ? await muster.get('/workspace/integrations/{integration}', { params: { path } })
    : { handle: resource_id }
  return { type: 'identity', key, integration: { id: resource_id, handle } }
}

async function attributeOf(attribute: string, { description }: Condition, may: May) {
  const found = may('directory.attribute.view')
    ? await muster.get('/directory/attributes/{attribute}', { params: { path: { attribute } } })
    : undefined
  const dimension = { id: found?.parent ?? '', name: dimensionIn(description) }
  const subject: Subject = { type: 'attribute', dimension }
  return { subject, target: { id: attribute, name: found?.name ?? description } }
}

/** `department is Engineering`: what stands before the verb. */
function dimensionIn(description: string): string {
  return description.split(/ is (?:not )?/)[0] ?? description
}

/** `is entitled to Engineers`: what stands after the verb. */
function resourceIn({ description }: Condition): string {
  return description.replace(/^is (?:not )?entitled to /, '')
}

async function personName(user: string, { description }: Condition): Promise<string> {
  return muster
    .get('/directory/users/{user}', { params: { path: { user } } })
    .then(({ full_name, email }) => full_name || email || user)
    .catch(() => description)
}

/** The day, in the viewer's zone, at whose end something is over. */
function lastDayOf(at: string | null): string {
  return at === null ? '' : dayOf(new Date(Date.parse(at) - 1))
}
