import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gitlab, importWorlds, okta, slack as slackOf } from '../../../test/import-world.ts'

const importWorld = await importWorlds()

/** Slack’s account of Ada, with what it says of her address. */
function slack(said: object, email = 'ada@example.com') {
  const { profile, ...account } = slackOf('U1', email)
  return { ...account, ...said, profile: { ...profile, real_name: 'First ada Last' } }
}

/** Whether Slack’s account of the id got a person, and what it shows as its address. */
async function linked(record: object) {
  const { query, load } = await importWorld()
  await load('okta', [okta('ada')])
  await load('slack', [record])
  const [row] = await query<{ is_linked: boolean; suggested: boolean; email: string | null }>(
    `select i.directory_user_id is not null as is_linked, i.suggested_directory_user_id is not null as suggested, i.email
      from identity i join integration n on n.id = i.integration_id where n.handle = 'slack'`,
  )
  return row
}

test('an address that nobody has confirmed leads to nobody, and is no suggestion', async () => {
  const usual = slack({ is_email_confirmed: true })
  assert.equal((await linked(usual))?.is_linked, true)
  for (const unconfirmed of [{ is_email_confirmed: false }, { is_invited_user: true }])
    assert.deepEqual(await linked(slack(unconfirmed)), {
      is_linked: false,
      suggested: false,
      email: null,
    })
})

test('nor does an address with something around it', async () => {
  for (const email of [
    'mailto:ada@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\u200b',
    'ada@example.com\u00a0',
    'ada@example.com, li@example.com',
    '\u212adan@example.com',
  ]) {
    const row = await linked(slack({}, email))
    assert.equal(row?.is_linked, false, email)
    assert.equal(row.suggested, false, email)
  }
})

test('an address that GitLab has not confirmed is not offered to its owner', async () => {
  const { query, load } = await importWorld()
  await query(`update integration set trusts_email = true where handle = 'gitlab'`)
  await load('okta', [okta('ada')])
  await load('gitlab', [{ ...gitlab(1, 'ada@example.com'), confirmed_at: null }])
  assert.deepEqual(
    await query(
      `select i.email_key, i.directory_user_id, i.profile ->> 'email' as written, i.vendor_state
        from identity i join integration n on n.id = i.integration_id where n.handle = 'gitlab'`,
    ),
    [
      {
        email_key: null,
        directory_user_id: null,
        written: 'ada@example.com',
        vendor_state: 'suspended',
      },
    ],
  )
})
