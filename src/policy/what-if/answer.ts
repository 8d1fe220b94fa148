import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { effectiveState, isEligible } from '../../engine/effective-state.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { parentOf, selectNames, type SubjectRow } from '../explain/queries.ts'
import { ineligibleBecause } from '../explain/words.ts'
import { currentPolicy } from '../model/policy-cache-of.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { assume, noBeginnings, readValues, selectBeginnings, type Assumed } from './assumptions.ts'
import { foresee, selectStaysOf } from './foresee.ts'
import { readPlaces } from './places.ts'
import { kindOf, lackOf, presentChanges, type SeenTwice } from './present.ts'
import type { WhatIfJson } from './schema.ts'

/**
 * What a person has now, beside what they would have at an instant, with what is assumed of them from then on. Nothing is stored.
 * Rulesets that the caller may not see are left out.
 */
export async function answerWhatIf(
  context: ReadContext,
  row: SubjectRow,
  { set, managerId, state, at }: Assumed & { at: Date },
): Promise<WhatIfJson> {
  const { db, now } = context
  const policy = await currentPolicy(context)
  const values = await readValues(db, row, set)
  const instantAt = at.getTime()
  const assumed = { values, managerId, state, at: instantAt }
  const subjects = await assume(db, policy.reads, row, assumed)
  const parent = parentOf(row)
  const stays = await selectStaysOf(db, row.id)
  const begins = { personId: row.id, parentId: parent?.id ?? null, at }
  const beginnings = at > now ? await selectBeginnings(db, begins) : noBeginnings
  const found = await foresee(policy, {
    ...subjects,
    parent,
    stays,
    from: now.getTime(),
    at: instantAt,
    beginnings,
    isStateAssumed: state !== undefined,
  })
  if (found === undefined)
    throw badRequest('The query parameter at is too far ahead: too many ends lie before it.')
  const sees = (rulesetId: string) => mayViewRuleset(context, rulesetId)
  const { places, shown } = await readPlaces(db, { before: stays, after: found.stays, sees })
  const changes = places.flatMap((place): SeenTwice[] => {
    const kind = kindOf(shown, place.before, place.after)
    return kind === undefined ? [] : [{ ...place, kind }]
  })
  const viewer = policyViewer(context.may)
  const { person } = found.subject
  const eligibility = {
    isEligible: isEligible(person, found.parent, instantAt),
    isDeleted: person.deletedAt !== null,
    state: effectiveState(person, instantAt),
    parentState: found.parent && effectiveState(found.parent, instantAt),
  }
  const reasons = ineligibleBecause(eligibility, row.parent?.full_name ?? null)
  const lacks = lackOf(policy, { ...found, at: instantAt }, { shown, viewer })
  return {
    at: instant(at),
    assumed: {
      state: state ?? null,
      manager: await presentManager(db, managerId),
      values: values.map((each) => ({
        identity_id: encodeId('identity', each.identityId),
        integration_handle: each.handle,
        profile_key: each.key,
        values: each.values,
      })),
    },
    eligibility: { is_eligible: eligibility.isEligible, reasons },
    count: { ...countKinds(changes), unchanged: places.length - changes.length },
    data: presentChanges(changes, { shown, viewer, reasons, lacks, at: instantAt }),
  }
}

async function presentManager(db: Reader, id: string | null | undefined) {
  if (id === undefined) return null
  if (id === null) return { id: null, full_name: null }
  const names = await selectNames(db, [id])
  return { id: encodeId('directoryUser', id), full_name: names.get(id)?.name ?? null }
}

function countKinds(changes: readonly SeenTwice[]) {
  const counts = { gain: 0, lose: 0, role: 0, grace: 0, end: 0 }
  for (const { kind } of changes) counts[kind] += 1
  return counts
}
