import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route/route.ts'
import { Id, Nullable, Shape, Text } from '../../http/shapes/schema.ts'

export const SponsorId = Id('directoryUser')
export const ConfirmEveryDays = Type.Integer({
  minimum: 1,
  maximum: 366,
  description: 'How often its sponsor confirms that it is still needed',
  examples: [180],
})

/** A directory user beside a service. */
export const PersonOfService = Nullable(
  Shape({
    id: Id('directoryUser'),
    name: Nullable(
      Text(401, { description: 'Null without `directory.user.view`', examples: ['Ada Moreau'] }),
    ),
  }),
)

export type NamedPerson = { id: string; name: string } | null

export function presentPerson(
  person: NamedPerson,
  seesPeople: boolean,
): Static<typeof PersonOfService> {
  return (
    person && { id: encodeId('directoryUser', person.id), name: seesPeople ? person.name : null }
  )
}

const isHere = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.deleted_at`)} is null and ${sql.ref(`${alias}.state`)} in ('active', 'expiring'))`

/**
 * The directory user (a uuid) who answers for a service (the alias of its row) now: its sponsor or, while that one is away, the nearest
 * active manager above; null where there is none.
 */
export function answersFor(service = 'service'): RawBuilder<string | null> {
  return sql<string | null>`(
    with recursive above as (
      select p.id, p.manager_id, ${isHere('p')} as is_here, 0 as depth
      from directory_user p where p.id = ${sql.ref(`${service}.sponsor_id`)}
      union all
      select p.id, p.manager_id, ${isHere('p')}, a.depth + 1
      from above a join directory_user p on p.id = a.manager_id where not a.is_here and a.depth < 50
    )
    select id from above where is_here limit 1)`
}

/** Whether that workspace user is the person who answers for a service. */
export function isAnsweredBy(workspaceUserId: string, service = 'service'): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${answersFor(service)} =
    (select directory_user_id from workspace_user where id = ${workspaceUserId}), false)`
}

/** Whether the caller is the person who answers for that service. */
export async function answersForCaller({ db, caller }: ReadContext, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${isAnsweredBy(caller.id)} as found from service where id = ${id} and deleted_at is null`.execute(
    db,
  )
  return rows[0]?.found === true
}

/** A directory user with their name, as JSON. */
export function namedPerson(id: RawBuilder<unknown>): RawBuilder<NamedPerson> {
  return sql<NamedPerson>`(select jsonb_build_object('id', p.id, 'name', p.full_name) from directory_user p where p.id = ${id})`
}

/** Of a service that nobody answers for: the directory user of the active admin who has been one longest. */
export const suggestedSponsor = sql<string | null>`(
  select p.id from service_admin a join workspace_user w on w.id = a.workspace_user_id
  join directory_user p on p.id = w.directory_user_id
  where a.service_id = service.id and a.admin_role = 'admin' and w.state in ('active', 'expiring') and ${isHere('p')}
  order by a.created_at, a.id limit 1)`

/** The caller's own directory user, held as they are, where they may answer for something. */
export async function findOwnSponsor(context: WriteContext): Promise<string | null> {
  const own = await ownPerson(context)
  return own !== null && (await holdPerson(context.tx, own)) === true ? own : null
}

/**
 * The directory user (a uuid) that a body names as sponsor, held as they are until the transaction ends. 422
 * `errors.sponsor_id` unless they are active, and for someone else where the caller may not see people.
 */
export async function requireSponsor(context: WriteContext, sent: string): Promise<string> {
  const id = decodeId('directoryUser', sent)
  const maySee = context.may('directory.user.view') || id === (await ownPerson(context))
  const isActive = id === undefined || !maySee ? undefined : await holdPerson(context.tx, id)
  if (id === undefined || isActive === undefined)
    throw unprocessable({ sponsor_id: ['names no directory user whom you may see'] })
  if (!isActive)
    throw unprocessable({
      sponsor_id: ['names someone who is not active: they can not answer for it'],
    })
  return id
}

async function ownPerson({ db, caller }: ReadContext): Promise<string | null> {
  if (caller.type !== 'user') return null
  const found = await db
    .selectFrom('workspace_user')
    .select('directory_user_id')
    .where('id', '=', caller.id)
    .executeTakeFirst()
  return found?.directory_user_id ?? null
}

/**
 * Keeps a person from leaving until the transaction ends. An end may be due that is not settled, or be settled by a process whose
 * clock is ahead. @returns whether they are active; undefined where there is none
 */
async function holdPerson(tx: Transaction, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isActive: boolean }>`
    select ${isHere('p')} and directory_user_state(base_state, expires_at, current_instant()) in ('active', 'expiring') as "isActive"
    from directory_user p where id = ${id} for share`.execute(tx)
  return rows[0]?.isActive
}
