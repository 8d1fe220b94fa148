import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { JsonObject } from '../src/contract/json.ts'
import { completeMapping } from '../src/connectors/file/complete-mapping.ts'
import { okta } from '../src/connectors/okta/okta.ts'
import { ldifMapping } from '../src/connectors/ldap/ldif-mapping.ts'
import type { Mapping } from '../src/connectors/file/mapping.ts'
import { read } from './read-export-text.ts'
import { readProfile } from '../src/engine/profile-value.ts'

/** What every object has by birth. */
const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]
const name = fc.constantFrom(...names)
const value = fc.stringMatching(/^[A-Za-z][a-z]{0,8}$/)
const born = JSON.stringify(
  names.map((each) => typeof Object.getOwnPropertyDescriptor(Object.prototype, each)),
)

/** An object whose keys may be any. */
const object = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries)

async function profileOf(text: string, mapping: Mapping): Promise<JsonObject> {
  const [account] = await read('idp', text, { mapping })
  assert.ok(account?.kind === 'account', JSON.stringify(account))
  return account.profile
}

/** The profile has the values, by these keys, as its own, and nothing by the other names. */
function requireValues(profile: JsonObject, wanted: ReadonlyMap<string, string>): void {
  for (const each of names)
    assert.deepEqual(readProfile(profile, each), wanted.has(each) ? [wanted.get(each)] : [], each)
  assert.equal(Object.getPrototypeOf(profile), Object.prototype)
  const stored: JsonObject = JSON.parse(JSON.stringify(profile))
  for (const [key, text] of wanted) assert.deepEqual(readProfile(stored, key), [text])
  const now = names.map((each) => typeof Object.getOwnPropertyDescriptor(Object.prototype, each))
  assert.equal(JSON.stringify(now), born)
}

const table = completeMapping({
  account: { vendor_id: ['Employee ID'], full_name: ['Name'] },
})

const values = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, minLength: 1 })

test('a profile has values by the names that every object has, whatever the file', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (entries) => {
      const wanted = new Map(entries)
      const profile = object([
        ['login', 'ada'],
        ['firstName', 'Ada'],
        ['lastName', 'Byron'],
        ...entries,
      ])
      const json = JSON.stringify([{ id: '1', status: 'ACTIVE', profile }])
      requireValues(await profileOf(json, okta.defaults.mapping), wanted)
      const columns = ['Employee ID', 'Name', ...wanted.keys()]
      const csv = `${columns.join()}\n7,Ada Byron,${[...wanted.values()].join()}\n`
      requireValues(await profileOf(csv, table), wanted)
      const cells = JSON.stringify([columns, ['7', 'Ada Byron', ...wanted.values()]])
      requireValues(await profileOf(cells, table), wanted)
      // A directory has no names with a low line.
      const named = entries.filter(([key]) => !key.includes('_'))
      const lines = named.map(([key, text]) => `${key}: ${text}\n`).join('')
      const ldif = `dn: uid=ada,dc=acme\nobjectClass: inetOrgPerson\nuid: ada\nentryUUID: 1\ncn: Ada\nsAMAccountName: ada\nsn: Byron\n${lines}`
      requireValues(await profileOf(ldif, ldifMapping), new Map(named))
    }),
  )
})

test('a mapping gives them from any path, and nested objects keep theirs', async () => {
  await fc.assert(
    fc.asyncProperty(values, name, async (entries, path) => {
      const wanted = new Map(entries.map(([key, text]) => [key, text]))
      const { account } = okta.defaults.mapping
      const mapping: Mapping = {
        ...okta.defaults.mapping,
        account: {
          ...account,
          profile_extra: object([...wanted.keys()].map((key) => [key, [`given.${path}.${key}`]])),
        },
      }
      const record = {
        id: '1',
        status: 'ACTIVE',
        profile: { login: 'ada', firstName: 'Ada', inner: object(entries) },
        given: object([[path, object(entries)]]),
      }
      const profile = await profileOf(JSON.stringify([record]), mapping)
      requireValues(profile, wanted)
      for (const [key, text] of wanted)
        assert.deepEqual(readProfile(profile, `inner.${key}`), [text])
    }),
  )
})
