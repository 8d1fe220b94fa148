import type { Muster, RowOf } from '../../../sdk/src/index.ts'
import { personChanges, type PersonChange } from '../../contract/states.ts'
import {
  describeGroup,
  describeMoves,
  describeTitle,
  peopleOf,
  section,
} from '../plans/describe-effects.ts'
import { ifAllowed, readUpTo } from '../output/read-up-to.ts'
import type { Run } from './describe-run.ts'

type Person = RowOf<'/workspace/integrations/{integration}/runs/{run}/people'>
type Effect = RowOf<'/workspace/integrations/{integration}/runs/{run}/effects'>

export type RunPeople = {
  /** Undefined if the run is no plan with changes, or the caller may not see people. */
  people?: Person[]
  effects?: Effect[]
}

const fewPeople = 5
const fewEffects = 500
const url = '/workspace/integrations/{integration}/runs/{run}'

/** Who would be changed by a run that is a plan, and whose access: all with `full`, else the first. */
export async function readRunPeople(
  muster: Muster,
  { id, integration_id: integration, plan, count }: Run,
  { full = false }: { full?: boolean },
): Promise<RunPeople> {
  if (plan === null || !plan.has_changes) return {}
  const path = { integration, run: id }
  const peopleOf = (change: PersonChange) =>
    muster.list(`${url}/people`, {
      params: { path, query: { 'filter[change]': change, ...sizeOf(full ? 500 : fewPeople) } },
    })
  const people = await ifAllowed(async () => {
    const some = personChanges.filter((change) => count[`people_${change}`] > 0)
    const read = some.map((change) =>
      readUpTo(peopleOf(change), full ? Infinity : fewPeople, 'Reading the people'),
    )
    return (await Promise.all(read)).flatMap(({ rows }) => rows)
  })
  const effects = await ifAllowed(async () => {
    const list = muster.list(`${url}/effects`, { params: { path, query: sizeOf(500) } })
    return (await readUpTo(list, full ? Infinity : fewEffects, 'Reading the plan')).rows
  })
  return { ...(people && { people }), ...(effects && { effects }) }
}

const sizeOf = (size: number) => ({ 'page[size]': String(size) })

/** A section on people, and one on each resource whose people move. */
export function describeRunPeople(
  { plan, count }: Run,
  { people = [], effects }: RunPeople,
  { full = false }: { full?: boolean },
): string[] {
  const changed = personChanges.flatMap((change) => {
    const names = people.filter((person) => person.change === change).map(nameOf)
    const total = count[`people_${change}`]
    const title = `${marks[change]} ${total} ${change}`
    return names.length === 0 ? [] : describeGroup(title, { names, count: total }, full)
  })
  const named = changed.length === 0 ? [] : [section('People', changed).join('\n')]
  if (plan === null || effects === undefined) return named
  const resources = plan.resources.map((resource) => {
    const own = effects.filter((each) => each.ruleset_key === resource.ruleset_key)
    const moves = describeMoves({ people: peopleOf(own), totals: resource.totals }, full)
    return section(describeTitle(resource, ''), moves).join('\n')
  })
  return [...named, ...resources]
}

function nameOf({ directory_user: { full_name: name, email } }: Person): string {
  return name === '' ? (email ?? '') : name
}

const marks = { created: '+', changed: '~', activated: '+', suspended: '-', deactivated: '-' }
