import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Client } from 'pg'
import { connectOkta } from '../../test/connect-okta.ts'
import { makeOwner, testServer, type TestDatabase } from '../../test/harness.ts'
import { policyOfGroups } from '../../test/policy-text.ts'
import { recordsOf, sellers, staff, type Feed } from '../../test/incidents-world.ts'
import { testActor } from '../../test/people-fixture.ts'
import { makeResource } from '../../test/people.ts'
import { ownedDatabase } from '../../test/owned-database.ts'
import { importExport } from '../connectors/import/import-export.ts'
import { writeCredentials } from '../connectors/credentials/stored-credentials.ts'
import { secretKeysOf } from '../database/secrets/secret-keys.ts'
import { importPolicy } from '../policy-as-code/import-policy.ts'
import { columnsLeftOut, tables } from './tables.ts'

const policy = policyOfGroups('idp_group', {
  sellers: [
    'key: sellers, role: member, conditions: [{ type: attribute, dimension: department, value: Sales }]',
  ],
  team: [
    'key: team, role: member, conditions: [{ type: all_reports_of, email: boss@example.com }]',
  ],
})

/** A Muster with people, rules, an open incident, a plan and credentials, and a server on it. Texts have what COPY escapes. */
export async function filledMuster() {
  const server = await testServer()
  const folder = await mkdtemp(join(tmpdir(), 'muster-backup-'))
  const { token } = await makeOwner(server)
  const integrationId = await connectOkta(server.database, ['department'])
  for (const name of ['sellers', 'team'])
    await makeResource(server, { id: '', uuid: integrationId }, { vendor_id: name, name })
  const feed = async (accounts: Feed) => {
    const path = join(folder, 'accounts.jsonl')
    const lines = recordsOf(accounts).map((record) => JSON.stringify(record))
    await writeFile(path, lines.join('\n'))
    await importExport(server.database, {
      integrationHandle: 'okta',
      path,
      isComplete: true,
      actor: testActor,
    })
  }
  await feed({
    ...staff,
    odd: { first: 'Tab\there', last: String.raw`\N \.`, department: 'Säle\\' },
  })
  await importPolicy(server.database, policy, { actor: testActor })
  await feed(Object.fromEntries(Object.entries(staff).filter(([id]) => !(id in sellers))))
  const keys = secretKeysOf({ secretKey: undefined, formerSecretKeys: [] }, folder)
  await server.database.transaction(({ tx }) =>
    writeCredentials(tx, keys, { integrationId, credentials: { password: 'secret' } }),
  )
  const people = (await server.get('/directory/users?page[size]=100', token)).body.data
  await server.call('POST', '/policy/plans', {
    token,
    body: { operations: [{ op: 'delete_directory_user', user_id: people[0].id }] },
  })
  return { server, token, folder, keys, integrationId, people }
}

/** An empty database with an owner and a login, as docs/operations.md sets one up. `env`: of a command, with a data directory. */
export async function emptyDatabase(folder: string) {
  const owned = await ownedDatabase()
  const client = new Client({ connectionString: owned.ownerUrl })
  await client.connect()
  after(async () => {
    await client.end()
    await owned.drop()
  })
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  const env = (directory: string) => ({
    MUSTER_DATABASE_URL: owned.serverUrl,
    MUSTER_MIGRATION_DATABASE_URL: owned.ownerUrl,
    MUSTER_DATA_DIRECTORY: join(folder, directory),
  })
  return { ...owned, query, env }
}

/** A digest of the rows of each table, but for what a backup leaves out, and the row that says that one was restored. */
export async function digests(query: TestDatabase['query']): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of tables) {
    const left = [...columnsLeftOut.keys()].filter((column) => column.startsWith(`${name}.`))
    const minus = left.map((column) => ` - '${column.split('.')[1]}'`).join('')
    const [row] = await query<{ rows: number; digest: string }>(
      `select count(*)::int as rows, md5(coalesce(string_agg(row, chr(10) order by row), '')) as digest
       from (select (to_jsonb(t)${minus})::text as row from ${name} t where ${name === 'audit_log' ? `event <> 'workspace.backup.restore'` : 'true'}) r`,
    )
    found[name] = `${row?.rows} rows, ${row?.digest}`
  }
  // An upgrade and a restore both move the epoch; a server that runs moves its schedules.
  const { policy_epoch: _epoch, schedule: _schedule, ...others } = found
  return others
}
