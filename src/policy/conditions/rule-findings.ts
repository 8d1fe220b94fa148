import { hash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { recordTypes } from '../../contract/record-types.ts'
import { ruleFindingKinds } from '../../contract/states.ts'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import { isSelfService } from './policy-keys.ts'
import {
  goneReferents,
  referentKinds,
  referentStates,
  sayGone,
  type GoneReferent,
} from './gone-referents.ts'

export const maximumFindings = 100

/** A condition on a key that people can write themselves. `id`: the integration. */
type SelfServiceTest = Pick<GoneReferent, 'rule_id' | 'condition_id' | 'position' | 'id'> & {
  kind: 'selfServiceKey'
  name: string
}
export type FoundInRule = GoneReferent | SelfServiceTest

/** What is odd about a rule, in a list, beside the rule. */
export const RuleFinding = Shape(
  {
    kind: OneOf(ruleFindingKinds),
    rule_id: Id('rule'),
    condition_id: Nullable(Id('condition')),
    referent: Nullable(
      Shape(
        {
          type: OneOf(referentKinds.map((kind) => recordTypes[kind])),
          id: Text(32, { examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
          state: OneOf(referentStates),
        },
        { description: 'What is gone; null for `self_service_key`' },
      ),
    ),
    message: Text(500, { examples: ['The rule names Ada Moreau, who is deactivated.'] }),
  },
  { $id: 'PolicyRuleFinding' },
)

export const findingsSchema = Type.Array(RuleFinding, {
  maxItems: maximumFindings,
  description:
    `At most ${maximumFindings} findings about rules that have not ended. \`referent_gone\`, what they name although it is gone: ` +
    'a manager who has expired or is deactivated or deleted, a deleted person, a deactivated attribute, dimension, integration or resource, ' +
    'or, with `condition_id` null, the deactivated resource of the ruleset. `self_service_key`: they test a profile key that ' +
    'people can write themselves at the vendor',
})

/** What is found in rules (`gr`) that have not ended and for which `isWanted`: {@link FoundInRule}s with their `ruleset_id`. */
export function foundInRules(isWanted: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    ${goneReferents(isWanted)}
    union all
    select gr.ruleset_id, gr.id, gc.id, (select count(*) from condition earlier where earlier.rule_id = gr.id and earlier.id < gc.id),
      'selfServiceKey', i.id, gc.profile_key, null
    from rule gr join condition gc on gc.rule_id = gr.id
    join integration i on i.id = gc.integration_id or (gc.integration_id is null and i.is_primary)
    where gc.type = 'identity' and gr.deleted_at is null and gr.state in ('staged', 'active', 'expiring') and ${isWanted}
      and ${isSelfService('i', sql`gc.profile_key`)}`
}

/** The kind of a row of {@link foundInRules} (`found`). */
const kindOfFound = sql<string>`case found.kind when 'selfServiceKey' then 'self_service_key' else 'referent_gone' end`

/** Whether a column is among the `rule_id` or `ruleset_id` of what is found, of these kinds (with commas), or of any. */
export function isFoundIn(
  column: RawBuilder<unknown>,
  {
    of,
    kinds,
    isWanted,
  }: { of: 'rule_id' | 'ruleset_id'; kinds?: unknown; isWanted: RawBuilder<boolean> },
): RawBuilder<boolean> {
  const wanted = typeof kinds === 'string' ? kinds.split(',') : [...ruleFindingKinds]
  return sql<boolean>`${column} in (
    select ${sql.ref(of)} from (${foundInRules(isWanted)}) found where ${kindOfFound} = any (${wanted}::text[]))`
}

const inOrder = sql`order by rule_id, position nulls last, kind`

/** {@link foundInRules} as a column: at most {@link maximumFindings}, as JSON. */
export function findingsJson(isWanted: RawBuilder<boolean>): RawBuilder<FoundInRule[]> {
  return sql<FoundInRule[]>`coalesce((
    select jsonb_agg(to_jsonb(g)) from (
      select * from (${foundInRules(isWanted)}) named ${inOrder} limit ${maximumFindings}) g), '[]')`
}

/** What is found in rules (uuids), by rule and then by condition. */
export async function selectFoundInRules(
  reader: Reader,
  rules: readonly string[],
): Promise<FoundInRule[]> {
  const isWanted = sql<boolean>`gr.id = any (${rules}::uuid[])`
  const { rows } = await sql<FoundInRule>`
    select * from (${foundInRules(isWanted)}) named ${inOrder}`.execute(reader)
  return rows
}

export function presentFoundInRule(
  found: FoundInRule,
  viewer: Pick<PolicyViewer, 'seesPeople'>,
): Static<typeof RuleFinding> {
  const place = {
    rule_id: encodeId('rule', found.rule_id),
    condition_id: found.condition_id === null ? null : encodeId('condition', found.condition_id),
    message: `The rule ${sayFound(found, viewer)}.`,
  }
  if (found.kind === 'selfServiceKey') return { kind: 'self_service_key', ...place, referent: null }
  const { kind, id, state } = found
  const referent = { type: recordTypes[kind], id: encodeId(kind, id), state }
  return { kind: 'referent_gone', ...place, referent }
}

/** {@link sayGone}, or `tests title, which people can write themselves at the vendor`. */
export function sayFound(found: FoundInRule, viewer: Pick<PolicyViewer, 'seesPeople'>): string {
  if (found.kind !== 'selfServiceKey') return sayGone(found, viewer)
  return `tests ${clip(found.name, 200)}, which people can write themselves at the vendor`
}

/** Distinguishes answers with different findings in an ETag: a person's state can change without the rule. */
export function findingsMark(findings: readonly Static<typeof RuleFinding>[]): string {
  return findings.length === 0 ? '' : `F${hash('sha256', JSON.stringify(findings)).slice(0, 8)}`
}
