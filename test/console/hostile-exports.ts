import { appendFile, readFile, writeFile } from 'node:fs/promises'
import type { ExportFile } from '../../demo/organisation/write-exports.ts'

const longTitle = `${'Chief of everything that has a very long name, '.repeat(5)}and more`.slice(
  0,
  200,
)

/** People whose names and titles try to break a page, by vendor id. */
const hostilePeople = {
  'hostile-script': { firstName: '<img src=x onerror=alert(1)>', lastName: '"\'><script>' },
  'hostile-rtl': { firstName: 'نور', lastName: 'שָׁלוֹם \u202Egnp.exe' },
  'hostile-zero-width': { firstName: 'Z\u200Be\u200Dro\uFEFF', lastName: 'Wi\u2060dth' },
  'hostile-long': {
    firstName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3),
    lastName: 'Senior',
  },
} as const

/** The address of the person who is in many groups, and has the hostile name. */
export const hostileEmail = 'hostile-script@acme.example'
/** The address of the manager with many reports. */
export const manyReportsEmail = 'hostile-long@acme.example'

/** Adds these people, and reports of one of them, to the first export of a demo, and groups to the second. */
export function addHostileRows({ reports, groups }: { reports: number; groups: number }) {
  return async (files: readonly ExportFile[]): Promise<void> => {
    const [people, groupFile] = files
    if (people === undefined || groupFile === undefined) throw new Error('a demo has two exports')
    const accounts = [
      ...Object.entries(hostilePeople).map(([id, names]) =>
        accountOf(id, {
          ...names,
          title: longTitle,
          department: 'Platform',
          division: 'Technology',
        }),
      ),
      ...Array.from({ length: reports }, (_, number) =>
        accountOf(`report-${number}`, {
          firstName: 'Report',
          lastName: String(number).padStart(5, '0'),
          managerId: 'hostile-long',
        }),
      ),
    ]
    await appendFile(people.path, accounts.map((line) => `${line}\n`).join(''))
    const rows: unknown[] = JSON.parse(await readFile(groupFile.path, 'utf8'))
    const more = Array.from({ length: groups }, (_, number) => ({
      id: groupId(number),
      type: 'OKTA_GROUP',
      profile: { name: groupName(number), description: '<b>bold</b>' },
      members: [],
    }))
    await writeFile(groupFile.path, JSON.stringify([...rows, ...more]))
  }
}

function accountOf(id: string, profile: Record<string, string>): string {
  const email = `${id}@acme.example`
  return JSON.stringify({ id, status: 'ACTIVE', profile: { login: email, email, ...profile } })
}

function groupId(number: number): string {
  return `hostile-group-${number}`
}

function groupName(number: number): string {
  const name = `${number} a group whose name is long `
  return number % 50 === 0 ? name.repeat(10).slice(0, 200) : name
}

/** A policy that puts the person with the hostile name in each of these groups. */
export function policyOfManyGroups(groups: number): string {
  const rulesets = Array.from({ length: groups }, (_, number) => ({
    resource: { type: 'idp_group', integration: 'idp', vendor_id: groupId(number) },
    state: 'managed',
    rules: [
      {
        key: 'asked-for',
        state: 'active',
        role: 'member',
        conditions: [{ type: 'user', email: hostileEmail }],
      },
    ],
  }))
  // JSON is YAML.
  return JSON.stringify({ rulesets })
}
