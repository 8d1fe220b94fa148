import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { Instant } from '../../engine/model.ts'
import type { LoadedPolicy } from '../../policy/model/compiled-policy.ts'
import { hasStagedRules, stagedRules } from './staged-rules.ts'
import { findRules, type DescribedRow } from './describe-queries.ts'
import type { PersonFacts } from './family-columns.ts'
import type { Include } from './include.ts'
import type { StagedRules } from './present-directory-user.ts'
import { readFacts } from './staged-facts.ts'

/** The staged rules that a described person meets, and those of them that `include` shows. */
export async function findStaged(
  reader: Reader,
  policy: LoadedPolicy,
  row: DescribedRow,
  { include, now }: { include: Include; now: Instant },
): Promise<StagedRules> {
  const hasAny = row.base_state === 'staged' || hasStagedRules(policy.compiled)
  if (row.facts === null || !hasAny) return { count: 0, rules: [] }
  const ids = stagedRules(policy.compiled, toFacts(row, row.facts), now)
  const shown = include.families.includes('policy_rules_staged') && ids.length > 0
  return { count: ids.length, rules: shown ? await findRules(reader, ids.slice(0, 200)) : [] }
}

function toFacts(row: DescribedRow, facts: string) {
  const { id, manager_id } = parseJson<{ id: string; manager_id: string | null }>(row.summary)
  const times = parseJson<{ expires_at: string | null; deleted_at: string | null }>(row.timestamp)
  return readFacts(
    { id, manager_id, base_state: row.base_state, ...times },
    parseJson<PersonFacts>(facts),
  )
}
