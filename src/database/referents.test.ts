import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'

const { database, query } = await testDatabase()

async function person(managerId: string | null = null): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into directory_user (base_state, manager_id) values ('active', $1) returning id`,
    [managerId],
  )
  return row?.id ?? ''
}

test('a person refers to people who are there', async () => {
  const missing = randomUUID()
  await assert.rejects(person(missing), /violates its reference to directory_user/)
  const ada = await person()
  const bob = await person(ada)
  for (const column of ['manager_id', 'parent_user_id'])
    await assert.rejects(
      query(`update directory_user set ${column} = $1 where id = $2`, [missing, bob]),
      /violates its reference to directory_user/,
    )
  const cyd = await person()
  await query(`update directory_user set manager_id = $1 where id = $2`, [cyd, bob])
  await query(`update directory_user set manager_id = null where id = $1`, [bob])
})

test('a change that leaves a reference as it was does not wait for the record that it leads to', async () => {
  const ada = await person()
  const bob = await person(ada)
  await database.transaction(async ({ tx }) => {
    await tx.selectFrom('directory_user').select('id').where('id', '=', ada).forUpdate().execute()
    await query(
      `set lock_timeout = '2s'; update directory_user set first_name = 'Bob' where id = '${bob}'`,
    )
  })
  const [row] = await query('select first_name, manager_id from directory_user where id = $1', [
    bob,
  ])
  assert.deepEqual(row, { first_name: 'Bob', manager_id: ada })
})
