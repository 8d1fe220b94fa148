import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import {
  callerColumns,
  callerSource,
  presentCaller,
  type Caller,
  type CallerRow,
} from '../../access/caller.ts'
import { hashToken, isTokenSecret } from '../../access/token-secret.ts'
import { decodeId } from '../../contract/ids.ts'
import { coalesce } from '../../database/coalesce.ts'
import { composedOnce } from '../../database/composed-once.ts'
import type { Database } from '../../database/database.ts'
import type { ReadyBody } from '../bodies/ready-bodies.ts'
import type { Services } from '../route/services.ts'

/** `subject` is a directory user. */
type Question = { secret: string; subject: string }
type CheckRow = CallerRow & {
  /** In hexadecimal. */
  hash: string
  /** JSON text: a number for each subject in their order, null for one that is not a directory user. */
  versions: string
  epoch: number
  next_due_at: Date | null
}

/** The caller, and whether a ready body still equals the database; `now` is the instant of that check. */
export type Check = {
  caller: Caller
  now: Date
  nothingDue: boolean
  holds(body: ReadyBody): boolean
}

/** More would make a lone request wait for many; a second run is asked while the answers of the first are written. */
const limits = { questions: 128, runs: 2 }

const askers = new WeakMap<Database, (question: Question) => Promise<Check | undefined>>()

/** What was found before the framework saw a request. */
const checks = new WeakMap<IncomingMessage, Check>()

/** The {@link checkReady} of a request, for which nothing was ready. */
export function earlierCheck(request: IncomingMessage): Check | undefined {
  return checks.get(request)
}

/**
 * What a cached answer about a person needs while other processes may write: the owner of the token, their
 * permissions, the versions that the body must have and the next due instant, from one small statement that begins
 * after this call and is shared with concurrent callers. `subject` is the person's id as it was sent. Undefined for a
 * malformed id or a token without power there.
 */
export async function checkReady(
  { authenticator, database, clientAddresses }: Services,
  { request, secret, subject: id }: Question & { request: IncomingMessage },
): Promise<Check | undefined> {
  const subject = decodeId('directoryUser', id)
  if (subject === undefined || !isTokenSecret(secret)) return undefined
  const check = await askerOf(database)({ secret, subject })
  if (check === undefined) return undefined
  const address = clientAddresses.of(request)
  if (authenticator.admit(check.caller, { address }) === undefined) return undefined
  checks.set(request, check)
  return check
}

function askerOf(database: Database) {
  const known = askers.get(database)
  if (known !== undefined) return known
  const made = coalesce((questions: readonly Question[]) => checkAll(database, questions), limits)
  askers.set(database, made)
  return made
}

/**
 * A row for each token that has power. The offset makes the planner look up every token separately, by the indexes,
 * for any number of them.
 */
const askAll = composedOnce(
  ['hashes', 'now', 'subjects'],
  (value) => sql<CheckRow>`
    select h.hash, c.*,
      (select json_agg((select v.version from directory_user_version v where v.directory_user_id = s.id) order by s.place)
       from unnest(${value('subjects')}::uuid[]) with ordinality s(id, place)) as versions,
      (select epoch from policy_epoch) as epoch, (select min(at) from due_instant) as next_due_at
    from unnest(${value('hashes')}::text[]) h(hash) cross join lateral (
      select ${callerColumns(value('now'))} ${callerSource(sql`decode(h.hash, 'hex')`, value('now'))} offset 0) c`,
)

async function checkAll(
  database: Database,
  questions: readonly Question[],
): Promise<(question: Question, place: number) => Check | undefined> {
  const hashOf = new Map(questions.map(({ secret }) => [secret, '']))
  for (const secret of hashOf.keys()) hashOf.set(secret, hashToken(secret).toString('hex'))
  const now = database.now()
  const rows = await askAll(database.read, {
    hashes: [...hashOf.values()],
    now,
    subjects: questions.map(({ subject }) => subject),
  })
  const callers = new Map(rows.map((row) => [row.hash, presentCaller('token', row)]))
  const [first] = rows
  if (first === undefined) return () => undefined
  const versions: (number | null)[] = JSON.parse(first.versions)
  const nothingDue = first.next_due_at === null || first.next_due_at > now
  return ({ secret }, place) => {
    const caller = callers.get(hashOf.get(secret) ?? '')
    return (
      caller && {
        caller,
        now,
        nothingDue,
        holds: ({ version, epoch }) =>
          nothingDue && version === versions[place] && epoch === first.epoch,
      }
    )
  }
}
