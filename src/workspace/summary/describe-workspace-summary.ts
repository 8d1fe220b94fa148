import { sql } from 'kysely'
import { Type } from 'typebox'
import { clip } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { readRoute } from '../../http/route/route.ts'
import { Count, Instant, instant, Nullable, Shape } from '../../http/shapes/schema.ts'
import { ComingDays, countComingDays, isTimeZone } from './coming-days.ts'
import {
  countDecisions,
  countDistinct,
  Decisions,
  DistinctCount,
  findWaiting,
} from './decisions.ts'
import { holderFinder } from './find-holders.ts'
import { findFirstSteps, FirstSteps } from './first-steps.ts'
import { findImportsUnderWay, ImportsUnderWay } from './imports-under-way.ts'
import { countRecentChanges, RecentChanges } from './recent-changes.ts'
import { Waiting, weighDecisions } from './weigh-decisions.ts'

const PeopleByState = Nullable(
  Shape(
    {
      staged: Count,
      active: Count,
      expiring: Count,
      expired: Count,
      suspended: Count,
      deactivated: Count,
    },
    { description: 'Undeleted people; `directory.user.view`' },
  ),
)

export const describeWorkspaceSummary = readRoute({
  id: 'describeWorkspaceSummary',
  url: '/workspace/summary',
  summary: 'Describe what happens in the workspace',
  description:
    'What waits for a decision and how much it concerns, what a new server lacks, the people by state, who starts and leaves in the next days, what was recorded in the last day, and which imports are under way. ' +
    'Every part has the permission of the list that it counts, and is null for callers without it: `people` and `days` need `directory.user.view`, `changes` needs `audit.log.view`, `imports` needs `workspace.integration.view`. ' +
    'Its cost does not depend on how many people, rows of the audit log or records there are.',
  access: 'token',
  cost: 5,
  query: Shape({
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[A-Za-z0-9_+/-]+$',
        description: 'The IANA name of the zone in which `days` begin and end; by default `UTC`',
        examples: ['Europe/Berlin'],
      }),
    ),
  }),
  response: Shape(
    {
      at: { ...Instant, description: 'The instant of the answer' },
      decisions: Decisions,
      waiting_count: DistinctCount,
      waiting: Waiting,
      first_steps: FirstSteps,
      people: PeopleByState,
      days: Nullable(ComingDays),
      changes: RecentChanges,
      imports: ImportsUnderWay,
    },
    { $id: 'WorkspaceSummary' },
  ),
  snapshot: () => true,
  checkQuery: ({ time_zone: zone }) => {
    if (zone !== undefined && !isTimeZone(zone))
      throw badRequest(
        `The query parameter time_zone must be the IANA name of a time zone, such as Europe/Berlin, not ${JSON.stringify(clip(zone))}.`,
      )
  },
  handler: async (context) => {
    const { db, now, may, query } = context
    const seesPeople = may('directory.user.view')
    const found = await findWaiting(context)
    const findHolders = holderFinder(context)
    return {
      at: instant(now),
      decisions: await countDecisions(db, found),
      waiting_count: countDistinct(found),
      waiting: await weighDecisions(context, { waiting: found, findHolders }),
      first_steps: await findFirstSteps(context, findHolders),
      people: seesPeople ? await countPeople(db) : null,
      days: seesPeople ? await countComingDays(db, now, query.time_zone ?? 'UTC') : null,
      changes: may('audit.log.view') ? await countRecentChanges(db, now) : null,
      imports: may('workspace.integration.view') ? await findImportsUnderWay(db) : null,
    }
  },
})

async function countPeople(db: Reader) {
  const { rows } = await sql<{ state: string; people: number }>`
    select state, sum(people)::integer as people from directory_user_tally group by state`.execute(
    db,
  )
  const found = new Map(rows.map(({ state, people }) => [state, people]))
  const of = (state: string) => found.get(state) ?? 0
  return {
    staged: of('staged'),
    active: of('active'),
    expiring: of('expiring'),
    expired: of('expired'),
    suspended: of('suspended'),
    deactivated: of('deactivated'),
  }
}
