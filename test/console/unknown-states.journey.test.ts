import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importByApi } from '../import-by-api.ts'
import { assertAccessible, withoutBrowser } from './browser.ts'
import { openConsole, signedInPage } from './open-console.ts'

const skip = { skip: withoutBrowser, timeout: 900_000 }

test('a state that nobody has given a meaning is shown until it has one', skip, async () => {
  const world = await openConsole()
  const { server, owner } = world
  const { token } = owner
  const { body: source } = await server.call('POST', '/workspace/integrations', {
    token,
    body: {
      handle: 'personalabteilung-munchen',
      name: 'Personalabteilung München',
      vendor: 'file',
      is_primary: true,
    },
  })
  const path = `/workspace/integrations/${source.id}`
  const load = (...rows: string[]) =>
    importByApi(server, { token, path, file: ['id,full_name,state', ...rows].join('\n') })
  await load('1,Ada One,active', '2,Bo Two,active')
  await load('1,Ada One,Parental leave', '2,Bo Two,active')
  const { page, errors } = await signedInPage(world, owner)
  await page.goto(server.origin)
  await page.getByText('found states of accounts that are not known').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Review source' }).click()
  const row = page.getByRole('row', { name: /Personalabteilung.*Done, 1 state is unknown/ })
  await row.waitFor()
  // The handle leaves the name its place.
  const cut = await page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector('[title="Personalabteilung München"] [aria-hidden]'))`,
  )
  assert.equal(cut, 0)
  await assertAccessible(page)
  await row.getByRole('link').click()
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('row', { name: /Done, 1 state is unknown/ }).click()
  await page.getByText('1 account has a state that is not known, and stays as it is').waitFor()
  await page.getByText('“Parental leave” in state: 1 row').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Say what they mean' }).click()

  // The mapping has it without the file, and takes values that no file had yet.
  await page.getByLabel('What Parental leave in state means').selectOption({ label: 'suspended' })
  await page.getByRole('button', { name: 'Add to the values in state' }).click()
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Sabbatical')
  await page.keyboard.press('Enter')
  await page.getByLabel('What Sabbatical in state means').selectOption({ label: 'suspended' })
  await page.getByLabel('What sabbatical in state means').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('import the file again').waitFor()
  await assertAccessible(page)
  const { body: saved } = await server.get(path, token)
  const { values } = saved.mapping.account.state.sources[0]
  assert.deepEqual([values['parental leave'], values.sabbatical], ['suspended', 'suspended'])
  const run = await load('1,Ada One,Parental leave', '2,Bo Two,active')
  assert.equal(run.count.states_unknown, 0)
  await page.goto(`${server.origin}/sources`)
  await page
    .getByRole('row', { name: /Personalabteilung/ })
    .getByText('Done', { exact: true })
    .waitFor()
  assert.deepEqual(errors, [])
})
