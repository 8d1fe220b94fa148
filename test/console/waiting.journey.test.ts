import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeDirectoryUser, makeIdentity, makeIntegration } from '../people.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const options = { skip: withoutBrowser, timeout: 900_000 }

/** Ada and Bea, and two accounts of the primary that may be theirs. */
async function begin() {
  const world = await openConsole()
  const { server, owner } = world
  const source = await makeIntegration(server, { name: 'HR', handle: 'hr', is_primary: true })
  const email = 'a.ahl@acme.example'
  const ada = await makeDirectoryUser(server, { first_name: 'Ada', last_name: 'Ahl', email })
  const bea = await makeDirectoryUser(server, { first_name: 'Bea', last_name: 'Ahl' })
  const wait = async (full_name: string) => {
    const [first_name, last_name] = full_name.split(' ')
    const names = { full_name, first_name, last_name }
    const account = await makeIdentity(server, source, null, { ...names, email })
    await server.query(
      `insert into identity_candidate (identity_id, directory_user_id, agrees, contradicts)
       values ($1, $2, array['address'], array['name']), ($1, $3, array['number'], array['address', 'name'])`,
      [account.uuid, ada.uuid, bea.uuid],
    )
    return account
  }
  const accounts = { arne: await wait('Arne Ahl'), cleo: await wait('Cleo Ahl') }
  const read = async (path: string) => (await server.get(path, owner.token)).body
  return { ...world, ada, bea, ...accounts, read, ...(await signedInPage(world, owner)) }
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })

test('accounts that wait are decided from Home, and each decision is undone', options, async () => {
  const { page, errors, read, ada, arne, cleo } = await begin()
  await page.getByText('2 accounts wait for a decision whose they are.').waitFor()
  await page.getByRole('link', { name: 'Decide' }).click()
  await page.getByText('Waiting for a decision').waitFor({ state: 'detached' })
  await page.getByText('2 accounts', { exact: true }).waitFor()
  const row = rowOf(page, 'Arne Ahl')
  await row.getByText('same address; other name').waitFor()
  await row.getByText('same employee number; other address, name').waitFor()
  await assertAccessible(page)

  await row.click({ position: { x: 20, y: 10 } })
  const panel = panelOf(page, 'Arne Ahl')
  await panel.getByText('gives no access until someone decides').waitFor()
  await panel.getByRole('button', { name: 'Same person: Ada Ahl' }).waitFor()
  assert.equal(await panel.getByRole('heading', { name: 'Possible person' }).count(), 2)
  await panel.getByText('Address a.ahl@acme.example').waitFor()
  await panel.getByText('address and name').waitFor()
  await assertAccessible(page)

  // The same person, with a reason, and back from the message.
  await panel.getByRole('button', { name: 'Same person: Ada Ahl' }).click()
  const dialog = page.getByRole('dialog')
  assert.match(await dialog.getByLabel('Reason').inputValue(), /the same address/)
  await dialog.getByLabel('Reason').fill('HR: she married')
  await dialog.getByRole('button', { name: 'Link account' }).click()
  const message = page.getByRole('status').filter({ hasText: 'Arne Ahl belongs to Ada Ahl now.' })
  await message.waitFor()
  const linked = await read(`/directory/identities/${arne.id}`)
  assert.deepEqual([linked.directory_user_id, linked.link_evidence], [ada.id, 'HR: she married'])
  await page.getByText('1 account', { exact: true }).waitFor()
  await message.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Arne Ahl belongs to no one again.').waitFor()
  assert.equal((await read(`/directory/identities/${arne.id}`)).directory_user_id, null)
  await page.getByRole('button', { name: 'Close the message' }).click()

  // A new person, and back much later, from the account.
  await rowOf(page, 'Cleo Ahl').click({ position: { x: 20, y: 10 } })
  await panelOf(page, 'Cleo Ahl').getByRole('button', { name: 'New person' }).click()
  await dialog.getByLabel('Reason').fill('Began in May')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Cleo Ahl belongs to none of these people.').waitFor()
  const { directory_user_id: created } = await read(`/directory/identities/${cleo.id}`)
  assert.equal((await read(`/directory/users/${created}`)).full_name, 'Cleo Ahl')
  await page.getByText('No such accounts').waitFor()
  await page.getByRole('button', { name: 'Close the message' }).click()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await rowOf(page, 'Cleo Ahl')
    .first()
    .click({ position: { x: 20, y: 10 } })
  const decided = panelOf(page, 'Cleo Ahl')
  await decided.getByText('Began in May').waitFor()
  await decided.getByRole('button', { name: 'Undo the decision' }).click()
  await dialog.getByLabel('Reason').fill('It was Ada after all')
  await dialog.getByText('A person who was created for it is deleted').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Undo the decision' }).click()
  await dialog.waitFor({ state: 'detached' })
  const undone = await read(`/directory/identities/${cleo.id}`)
  assert.deepEqual([undone.directory_user_id, undone.is_undoable], [null, false])
  assert.notEqual((await read(`/directory/users/${created}`)).timestamp.deleted_at, null)
  assert.deepEqual(errors, [])
})

test('accounts that wait are decided on a phone, by keyboard alone', options, async () => {
  const { page, errors, read, bea, arne, cleo, server } = await begin()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(server.origin)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Goes on by Tab until the control of that name has the focus. */
  const tabTo = async (name: string) => {
    for (let n = 0; n < 60; n += 1) {
      await press('Tab')
      const is = await page.evaluate<string>(
        `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.innerText ?? '').trim()`,
      )
      if (is === name) return
    }
    assert.fail(`no Tab leads to ${name}`)
  }
  await page.getByText('2 accounts wait for a decision whose they are.').waitFor()
  await tabTo('Decide')
  await press('Enter')
  await rowOf(page, 'Arne Ahl').getByText('same address').waitFor()
  await assertAccessible(page)
  await press('j', 'Enter')
  const panel = panelOf(page, 'Arne Ahl')
  await panel.getByRole('button', { name: 'Same person: Bea Ahl' }).waitFor()
  await panel.getByText('The link asks you first.').last().waitFor()
  await assertAccessible(page)
  await tabTo('Same person: Bea Ahl')
  await press('Enter')
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')
  await reason.waitFor()
  for (
    let n = 0;
    n < 10 && !(await reason.evaluate('self.document.activeElement.maxLength === 500'));
    n += 1
  )
    await press('Tab')
  await press('ControlOrMeta+a')
  await page.keyboard.type('Her old number')
  await dialog.getByRole('button', { name: 'Link account' }).waitFor()
  await assertAccessible(page)
  await tabTo('Link account')
  await press('Enter')
  await page.getByText('Arne Ahl belongs to Bea Ahl now.').waitFor()
  const linked = await read(`/directory/identities/${arne.id}`)
  assert.deepEqual([linked.directory_user_id, linked.link_evidence], [bea.id, 'Her old number'])
  await tabTo('Undo')
  await press('Enter')
  await page.getByText('Arne Ahl belongs to no one again.').waitFor()

  await press('j', 'Enter')
  await panelOf(page, 'Cleo Ahl').getByRole('button', { name: 'New person' }).waitFor()
  await tabTo('New person')
  await press('Enter')
  await reason.waitFor()
  await reason.focus()
  await page.keyboard.type('Began in May')
  await dialog.getByRole('button', { name: 'Decide' }).waitFor()
  await tabTo('Decide')
  await press('Enter')
  await page.getByText('Cleo Ahl belongs to none of these people.').waitFor()
  await tabTo('Undo')
  await press('Enter')
  await page.getByText('Cleo Ahl belongs to no one again.').waitFor()
  assert.equal((await read(`/directory/identities/${cleo.id}`)).directory_user_id, null)
  assert.deepEqual(errors, [])
})
