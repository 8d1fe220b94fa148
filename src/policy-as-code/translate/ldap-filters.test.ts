import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, test } from 'node:test'
import { missingServer } from '../../../test/directories/running-server.ts'
import { slapdPrograms, startSlapd } from '../../../test/directories/slapd.ts'
import { membersOf, translated } from './judge-for-tests.ts'
import { accounts, cases } from './ldap-cases-for-tests.ts'
import { translateFilter } from './ldap.ts'

const skip = missingServer('OpenLDAP', [...slapdPrograms, 'ldapsearch'])
const slapd = skip === undefined ? await startSlapd() : undefined
after(() => slapd?.close())

test('a filter finds in OpenLDAP those whom its drafts admit', { skip }, () => {
  if (slapd === undefined) throw new Error('no server')
  const { baseDn, host, port, bindDn, password, apply } = slapd
  const entries = Object.entries(accounts).map(([uid, attributes]) => {
    const lines = Object.entries(attributes).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}: ${value}`),
    )
    const own = [
      `dn: uid=${uid},ou=people,${baseDn}`,
      'objectClass: inetOrgPerson',
      `uid: ${uid}`,
      `cn: ${uid}`,
    ]
    return `${[...own, ...lines].join('\n')}\n`
  })
  apply(entries.join('\n'))
  const search = (filter: string) => {
    const found = execFileSync(
      'ldapsearch',
      [
        '-LLL',
        '-x',
        '-H',
        `ldap://${host}:${port}`,
        '-D',
        bindDn,
        '-w',
        password,
        '-b',
        `ou=people,${baseDn}`,
        '-s',
        'one',
        filter,
        'uid',
      ],
      { encoding: 'utf8' },
    )
    return [...found.matchAll(/^uid: (.*)$/gm)]
      .map(([, uid = '']) => uid)
      .sort()
      .join(' ')
  }
  let compared = 0
  for (const [filter, members, said] of cases) {
    // What the translation tells of differs, or is not written.
    if (said !== undefined) continue
    assert.equal(search(filter), members, filter)
    assert.equal(membersOf(accounts, translated('ldap', filter, translateFilter(filter))), members)
    compared += 1
  }
  assert.ok(compared >= 25, `${compared}`)
})
