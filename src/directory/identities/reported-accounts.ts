import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { send } from '../../database/planning.ts'
import { differs, isPacked, type SaysNew } from './changed-accounts.ts'
import { saidOf, stageRows, type StagedAccount } from './stage-accounts.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** An account with the digest of what its source says, and that as JSON. */
export type ReportedAccount = { account: StagedAccount; digest: string; said: string }

/** An account that is to be compared by its digest. Its days mean something else each day. */
export function reportOf(account: StagedAccount, { tellsNewAccounts }: SaysNew): ReportedAccount {
  const said = JSON.stringify(saidOf(account))
  return { account, said, digest: hash('sha256', `${tellsNewAccounts} ${said}`, 'base64url') }
}

/**
 * Notes the accounts that are stored as their source reports them, and has before: those that {@link compareAccounts} would find
 * unchanged. They are packed and not staged. @returns the others
 */
export async function packUnchanged(
  tx: Transaction,
  { id: integrationId }: SaysNew,
  { accounts, pack }: { accounts: readonly ReportedAccount[]; pack: number },
): Promise<readonly ReportedAccount[]> {
  send(tx, sql`select set_config('enable_seqscan', 'off', true)`)
  const { rows } = await sql<{ place: number }>`
    insert into import_unchanged (vendor_id, identity_id, version, pack, place, is_packed)
    select i.vendor_id, i.id, i.version, ${pack}, s.place - 1, true
    from unnest(${accounts.map(({ account }) => account.vendorId)}::text[],
      ${accounts.map(({ digest }) => digest)}::text[]) with ordinality s (vendor_id, digest, place)
    join identity i on i.integration_id = ${integrationId} and i.vendor_id = s.vendor_id
    join reported_account r on r.identity_id = i.id and r.version = i.version and r.digest = s.digest
    where i.directory_user_id is not null
      and not exists (select from held_account h where h.identity_id = i.id and h.integration_id = i.integration_id)
    returning place`.execute(tx)
  if (rows.length === 0) return accounts
  const places = new Set(rows.map(({ place }) => place))
  const packed = accounts.flatMap((each, place) =>
    places.has(place) ? `{"place":${place},${rowOf(each).slice(1)}` : [],
  )
  const bytes = await compress(`[${packed.join(',')}]`, packing)
  await sql`insert into import_packed (pack, accounts) values (${pack}, ${bytes})`.execute(tx)
  return accounts.filter((_, place) => !places.has(place))
}

/** Adds accounts to the run's `staged_account`. */
export async function stageReported(
  tx: Transaction,
  accounts: readonly ReportedAccount[],
): Promise<void> {
  await stageRows(tx, accounts.map(rowOf))
}

/** As {@link stageRows} takes it. */
function rowOf({ account: { line }, said, digest }: ReportedAccount): string {
  return `{"line":${line},"digest":"${digest}",${said.slice(1)}`
}

/** Whether an integration has accounts that {@link packUnchanged} can find. */
export async function hasReported(tx: Transaction, { id }: SaysNew): Promise<boolean> {
  const { rows } = await sql`
    select from identity where integration_id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Stages the packed accounts of which the current run has other rows too: what counts is decided of all of them. */
export async function unpackRepeated(tx: Transaction): Promise<void> {
  const { rows } = await sql<Packed>`
    delete from import_unchanged n where ${isPacked} and n.vendor_id in (
      select vendor_id from import_present where run_id = current_import_run()
      union all select vendor_id from staged_account
      union all select vendor_id from import_unchanged where run_id = current_import_run()
        group by vendor_id having count(*) > 1)
    returning pack, place`.execute(tx)
  await unpack(tx, rows)
}

/** Stages the packed accounts of the current run whose identities were changed since they were compared. */
export async function unpackMoved(tx: Transaction): Promise<void> {
  const { rows } = await sql<Packed>`
    update import_unchanged n set is_packed = false where ${isPacked}
      and not exists (select from identity i where i.id = n.identity_id and i.version = n.version)
    returning pack, place`.execute(tx)
  await unpack(tx, rows)
}

type Packed = { pack: number; place: number }

async function unpack(tx: Transaction, chosen: readonly Packed[]): Promise<void> {
  for (const [pack, of] of Map.groupBy(chosen, (each) => each.pack)) {
    const places = new Set(of.map(({ place }) => place))
    const { rows } = await sql<{ accounts: Buffer }>`
      select accounts from import_packed where run_id = current_import_run() and pack = ${pack}`.execute(
      tx,
    )
    for (const { accounts } of rows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by packUnchanged.
      const all = JSON.parse(String(await decompress(accounts))) as Pick<Packed, 'place'>[]
      const unpacked = all.filter(({ place }) => places.has(place))
      await stageRows(
        tx,
        unpacked.map((each) => JSON.stringify(each)),
      )
    }
  }
}

/** Keeps what the source says of the staged accounts that are stored just so, for the next run. */
export async function keepReported(tx: Transaction, integration: SaysNew): Promise<void> {
  await sql`
    insert into reported_account as r (identity_id, version, digest)
    select i.id, i.version, a.digest from staged_account a
    join identity i on i.integration_id = ${integration.id} and i.vendor_id = a.vendor_id
    where a.digest is not null and i.directory_user_id is not null and not ${differs(integration)}
      and i.id not in (select identity_id from held_account where integration_id = ${integration.id})
    on conflict (identity_id) do update set version = excluded.version, digest = excluded.digest`.execute(
    tx,
  )
}
