import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { runPhases, runStates, type RunPhase } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { maximumCount } from './decisions.ts'

const maximumShown = 20

const CappedCount = Type.Integer({ minimum: 0, maximum: maximumCount, examples: [3] })

export const ImportsUnderWay = Nullable(
  Shape(
    {
      unfinished: CappedCount,
      finished: CappedCount,
      runs: Type.Array(
        Shape({
          id: Id('importRun'),
          integration_id: Id('integration'),
          integration_name: Text(1000, { examples: ['Identity provider'] }),
          source: Text(500, { description: 'What is read', examples: ['okta-users.json'] }),
          state: OneOf(runStates),
          phase: OneOf(runPhases),
          percent: Nullable(
            Type.Integer({
              minimum: 0,
              maximum: 100,
              description:
                'How much was read. Null if that is unknown, and in the phases after reading',
              examples: [40],
            }),
          ),
        }),
        { maxItems: maximumShown, description: 'Those that run, then those that wait' },
      ),
    },
    {
      description: `Imports and syncs that are not over, and how many of those requested with them have finished, each up to ${maximumCount}; \`workspace.integration.view\``,
    },
  ),
)

type UnfinishedRun = {
  id: string
  integration_id: string
  integration_name: string
  source: string
  state: 'waiting' | 'running'
  phase: RunPhase
  percent: number | null
}

/** The runs that are not over, by an index of them alone, and those that finished while the oldest of them was there. */
export async function findImportsUnderWay(
  db: Reader,
): Promise<NonNullable<Static<typeof ImportsUnderWay>>> {
  const { rows } = await sql<UnfinishedRun>`
    select r.id, r.integration_id, g.name as integration_name, r.source, r.state, coalesce(r.phase, 'reading') as phase,
      case when r.phase = 'reading' and r.bytes_total > 0
        then least(100, round(100.0 * r.bytes_read / r.bytes_total))::integer end as percent
    from import_run r join integration g on g.id = r.integration_id
    where r.finished_at is null and not r.is_plan order by r.state, r.id limit ${maximumCount}`.execute(
    db,
  )
  return {
    unfinished: rows.length,
    finished: rows.length === 0 ? 0 : await countFinished(db),
    runs: rows.slice(0, maximumShown).map(({ id, integration_id, ...run }) =>
      Object.assign(run, {
        id: encodeId('importRun', id),
        integration_id: encodeId('integration', integration_id),
      }),
    ),
  }
}

/** Runs that began after all of those, such as pushes during a long sync, do not count. */
async function countFinished(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with unfinished as (
      select min(started_at) as first, max(started_at) as last from import_run where finished_at is null and not is_plan)
    select count(*) from (
      select from import_run r, unfinished u
      where r.finished_at >= u.first and r.started_at <= u.last and not r.is_plan limit ${maximumCount}) found`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
