import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { integrationDefaults } from '../../src/connectors/vendors.ts'
import { readExport } from '../../src/connectors/file/read-export.ts'
import type { SourceRecord } from '../../src/connectors/file/source-record.ts'
import { generateOrganisation, type Organisation, type Person } from './organisation.ts'
import { demoPolicy, policyYaml } from './policy.ts'
import { demoServices } from './services.ts'
import { writeExports, type ExportFile } from './write-exports.ts'

const today = '2026-01-15'

async function withExports<T>(
  org: Organisation,
  use: (files: ExportFile[]) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-organisation-'))
  try {
    return await use(await writeExports(org, directory))
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function digestOf(seed: number): Promise<string> {
  const org = generateOrganisation({ people: 200, seed, today })
  return withExports(org, async (files) => {
    const hash = createHash('sha256')
    for (const { name, path } of files) hash.update(name).update(await readFile(path))
    return hash
      .update(policyYaml(org))
      .update(JSON.stringify(demoServices(org)))
      .digest('hex')
  })
}

function everyone(org: Organisation): Person[] {
  return Array.from({ length: org.people }, (_, index) => org.person(index))
}

function share(people: readonly Person[], filter: (person: Person) => boolean): number {
  return people.filter(filter).length / people.length
}

function near(value: number, wanted: number): void {
  assert.ok(Math.abs(value - wanted) < wanted * 0.25, `${value} is not near ${wanted}`)
}

test('the same seed gives the same bytes, another seed gives others', async () => {
  const first = await digestOf(7)
  assert.equal(await digestOf(7), first)
  assert.notEqual(await digestOf(8), first)
})

test('the tree of 5,000 is at least five deep, without loops, with spans of 5 to 9', () => {
  const org = generateOrganisation({ people: 5000, seed: 1, today })
  const people = everyone(org)
  const reports = new Map<number, number>()
  for (const { index, managerIndex, level } of people) {
    if (managerIndex === null) continue
    // Each manager comes before their reports, so no path can come back.
    assert.ok(managerIndex >= 0 && managerIndex < index)
    assert.equal(level, org.person(managerIndex).level + 1)
    reports.set(managerIndex, (reports.get(managerIndex) ?? 0) + 1)
  }
  assert.equal(people.filter(({ managerIndex }) => managerIndex === null).length, 1)
  assert.ok(Math.max(...people.map(({ level }) => level)) >= 5)
  const spans = [...reports.values()]
  assert.ok(Math.max(...spans) <= 9)
  // Only the last manager's reports may have run out.
  assert.ok(spans.filter((span) => span < 5).length <= 1)
  for (const index of reports.keys()) assert.equal(people[index]?.status, 'active')
})

test('5,000 people have the kinds, shares and variety that a company has', () => {
  const org = generateOrganisation({ people: 5000, seed: 1, today })
  const people = everyone(org)
  near(
    share(people, ({ userType }) => userType === 'contractor'),
    0.08,
  )
  near(
    share(people, ({ status }) => status === 'left'),
    0.06,
  )
  near(
    share(people, ({ status }) => status === 'suspended'),
    0.02,
  )
  near(
    share(people, ({ status }) => status === 'staged'),
    0.02,
  )
  near(org.administrators.length / people.length, 0.03)
  const distinct = (of: (person: Person) => string): number => new Set(people.map(of)).size
  assert.equal(
    distinct(({ email }) => email),
    5000,
  )
  assert.equal(
    distinct(({ badgeId }) => badgeId),
    5000,
  )
  assert.equal(
    distinct(({ division }) => division),
    6,
  )
  assert.equal(
    distinct(({ department }) => department),
    25,
  )
  assert.equal(
    distinct(({ costCenter }) => costCenter),
    40,
  )
  assert.ok(distinct(({ title }) => title) >= 60)
  const names = distinct(({ firstName, lastName }) => `${firstName} ${lastName}`)
  assert.ok(names > 3000 && names < 5000, `${names} names`)
  for (const { email, startDate, endDate, status } of people) {
    assert.match(email, /^[a-z-]+\.[a-z-]+\d*@acme\.example$/)
    assert.equal(status === 'staged', startDate > today)
    if (endDate !== null) assert.equal(status === 'left', endDate < today)
  }
})

test('every export is read back without a bad row, and every reference names an account', async () => {
  for (const people of [1, 30, 1000]) {
    const org = generateOrganisation({ people, seed: 3, today })
    await withExports(org, async (files) => {
      const accounts = new Set<string>()
      const groups = new Set<string>()
      for (const file of files) {
        for await (const record of recordsOf(file)) {
          if (record.kind === 'account') accounts.add(`${file.vendor}:${record.vendorId}`)
          else if (record.kind === 'group') groups.add(`${record.resourceType}:${record.vendorId}`)
          else if (record.kind === 'bad' || record.kind === 'left_out')
            assert.fail(`${file.name}:${record.line}: ${record.reason}`)
          else {
            assert.ok(groups.has(`${record.resourceType}:${record.groupVendorId}`))
            if (record.accountVendorId !== null)
              assert.ok(accounts.has(`${file.vendor}:${record.accountVendorId}`))
          }
        }
      }
      assert.equal(
        [...accounts].filter((id) => id.startsWith('idp:')).length,
        people + org.administrators.length,
      )
      for (const { resource } of demoPolicy(org).rulesets) {
        if ('vendor_id' in resource) assert.ok(groups.has(`${resource.type}:${resource.vendor_id}`))
      }
    })
  }
})

async function* recordsOf(file: ExportFile): AsyncGenerator<SourceRecord> {
  const { mapping } = integrationDefaults(file.vendor, file.type)
  const told: string[] = []
  yield* readExport({ path: file.path, mapping, onShape: (shape) => told.push(shape) })
  // A company of one has files without a record, whose shape can't be recognised.
  if (told.length > 0) assert.deepEqual(told, [file.shape], file.name)
}

test('accounts of the codehost and the chat leave some for nobody, and some in capitals', async () => {
  const org = generateOrganisation({ people: 2000, seed: 1, today })
  const addresses = new Set(everyone(org).map(({ email }) => email))
  await withExports(org, async (files) => {
    for (const file of files.filter(
      ({ shape, vendor }) => shape === 'accounts' && ['codehost', 'chat'].includes(vendor),
    )) {
      const emails: (string | null)[] = []
      for await (const record of recordsOf(file))
        if (record.kind === 'account') emails.push(record.email)
      assert.ok(emails.includes(null))
      assert.ok(emails.some((email) => email !== null && email !== email.toLowerCase()))
      assert.ok(emails.some((email) => email !== null && !addresses.has(email.toLowerCase())))
    }
  })
})

test('the policy is valid YAML of 40 to 60 rulesets with staged rules and a dated exception', () => {
  const org = generateOrganisation({ people: 5000, seed: 1, today })
  const policy = demoPolicy(org)
  assert.deepEqual(parse(policyYaml(org)), policy)
  assert.ok(
    policy.rulesets.length >= 40 && policy.rulesets.length <= 60,
    `${policy.rulesets.length}`,
  )
  const rules = policy.rulesets.flatMap((ruleset) => ruleset.rules)
  assert.ok(rules.some(({ state }) => state === 'staged'))
  const exception = rules.find((rule) => rule.expires_at !== undefined)
  assert.deepEqual(
    exception?.conditions.map(({ type }) => type),
    ['user'],
  )
  assert.ok(exception?.description)
  const emails = new Set(
    everyone(org)
      .filter(({ status }) => status === 'active')
      .map(({ email }) => email),
  )
  for (const condition of rules.flatMap(({ conditions }) => conditions)) {
    if ('email' in condition) assert.ok(emails.has(condition.email))
  }
  for (const { rules: own } of policy.rulesets)
    assert.equal(new Set(own.map(({ key }) => key)).size, own.length)
})

test('forty services have distinct handles, an admin each, all four roles and known people', () => {
  for (const people of [1, 200, 5000]) {
    const { services, workspaceUsers } = demoServices(
      generateOrganisation({ people, seed: 1, today }),
    )
    const known = new Set(workspaceUsers.map(({ idpVendorId }) => idpVendorId))
    assert.equal(new Set(services.map(({ handle }) => handle)).size, 40)
    for (const { admins } of services) {
      assert.equal(admins[0]?.role, 'admin')
      assert.equal(new Set(admins.map(({ idpVendorId }) => idpVendorId)).size, admins.length)
      for (const { idpVendorId } of admins) assert.ok(known.has(idpVendorId))
    }
    if (people === 1) continue
    assert.equal(new Set(services.flatMap(({ admins }) => admins.map(({ role }) => role))).size, 4)
  }
})

/** Microseconds of processor time. */
async function costOf(people: number): Promise<number> {
  const before = process.cpuUsage()
  await withExports(generateOrganisation({ people, seed: 2, today }), async () => undefined)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('eight times the people take at most sixteen times the processor time to generate and write', async () => {
  // The first one compiles what it runs.
  await costOf(1000)
  const [few, many] = [await costOf(1000), await costOf(8000)]
  assert.ok(many < 16 * few, `${many} µs beside ${few} µs`)
})
