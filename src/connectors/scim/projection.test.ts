import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { project, readProjections } from './projection.ts'

const names = (count: number) => Array.from({ length: count }, (_, at) => `urn:example:e${at}`)

test('what is excluded is left out at once, however many names there are', async () => {
  await assertGrowsLinearly(200, (size) => {
    const resource = Object.fromEntries(names(size).map((name) => [name, 1]))
    const excluded = names(size).map((name) => [name])
    assert.deepEqual(project({ id: 'x', ...resource }, { attributes: undefined, excluded }), {
      id: 'x',
    })
  })
})

test('an attribute that is named several times is copied once', () => {
  const attributes = ['emails.value', 'EMAILS.value', 'emails.Value', 'userName', 'userName']
  assert.deepEqual(readProjections({ attributes }).User.attributes, [
    ['emails', 'value'],
    ['userName'],
  ])
})

test('parts are excluded from each value of a list', () => {
  const resource = {
    id: 'x',
    emails: [{ value: 'a', type: 'work', display: 'A' }, { value: 'b' }],
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    title: 'Analyst',
  }
  const excluded = ['emails.type', 'emails.display', 'name', 'name.givenName', 'title.x', 'id']
  const { User } = readProjections({ excluded })
  assert.deepEqual(project(resource, User), {
    id: 'x',
    emails: [{ value: 'a' }, { value: 'b' }],
    title: 'Analyst',
  })
})
