import type { JsonObject } from '../../src/contract/json.ts'
import type { KnownRecords } from '../../src/connectors/pull/known-records.ts'
import type { SourceRecord } from '../../src/connectors/file/source-record.ts'
import type { PersonState, WorldPerson } from './vendor-world.ts'

type ModelAccount = { name: string; state: string; kind: string | null }
type ModelGroup = { name: string; members: Map<string, string> }

/** What is stored, by the rules of an import in a few lines: a complete run takes away what it does not list. */
export class RecordModel {
  accounts = new Map<string, ModelAccount>()
  /** By type and id. */
  groups = new Map<string, ModelGroup>()

  apply(records: readonly SourceRecord[], isComplete: boolean): void {
    const listed = new Set<string>()
    const listedGroups = new Map<string, Set<string>>()
    for (const record of records) {
      if (record.kind === 'account') {
        listed.add(record.vendorId)
        const { vendorId, fullName: name, state, profile } = record
        this.accounts.set(vendorId, { name, state, kind: kindIn(profile) })
      }
      if (record.kind === 'group') {
        const key = `${record.resourceType}:${record.vendorId}`
        listedGroups.set(key, new Set())
        const members = this.groups.get(key)?.members ?? new Map<string, string>()
        this.groups.set(key, { name: record.name, members })
      }
      if (record.kind === 'bad' && record.vendorId !== undefined) listed.add(record.vendorId)
      else if (record.kind === 'bad') throw new Error(`A record is bad: ${record.reason}`)
    }
    for (const record of records) {
      if (record.kind !== 'membership') continue
      const key = `${record.resourceType}:${record.groupVendorId}`
      const account = record.accountVendorId ?? ''
      // Who is not known is no member.
      if (!this.accounts.has(account)) continue
      listedGroups.get(key)?.add(account)
      if (record.role === null) this.groups.get(key)?.members.delete(account)
      else this.groups.get(key)?.members.set(account, record.role)
    }
    if (isComplete) this.#removeMissing(listed, listedGroups)
  }

  #removeMissing(accounts: ReadonlySet<string>, groups: ReadonlyMap<string, Set<string>>): void {
    for (const id of this.accounts.keys()) if (!accounts.has(id)) this.accounts.delete(id)
    for (const [key, { members }] of this.groups) {
      const listed = groups.get(key)
      if (listed === undefined) this.groups.delete(key)
      else for (const id of members.keys()) if (!listed.has(id)) members.delete(id)
    }
  }

  /** What is stored of a person of the world, by what its states are at the vendor; with a state without a meaning nobody has begun. */
  addPerson(
    { state, form }: WorldPerson,
    { id, name, states }: { id: string; name: string; states: Record<PersonState, string> },
  ): void {
    const said = state === 'left' ? undefined : form.state
    const kind = state === 'left' ? null : (form.kind ?? null)
    this.accounts.set(id, {
      name,
      state: said === 'unknown' ? 'suspended' : (said ?? states[state]),
      kind,
    })
  }

  /** As later readings are told what is stored. */
  known(): KnownRecords {
    const { accounts, groups } = this
    return {
      async *accounts() {
        yield [...accounts].filter(([, { state }]) => state !== 'deactivated').map(([id]) => id)
      },
      async *groups() {
        for (const key of groups.keys()) {
          const [resourceType, vendorId = ''] = key.split(':')
          if (
            resourceType === 'idp_group' ||
            resourceType === 'codehost_group' ||
            resourceType === 'codehost_project' ||
            resourceType === 'chat_public_channel' ||
            resourceType === 'chat_private_channel' ||
            resourceType === 'chat_group' ||
            resourceType === 'suite_workspace_group' ||
            resourceType === 'suite_workspace_drive'
          )
            yield [{ resourceType, vendorId }]
        }
      },
      members: async ({ resourceType, vendorId }) => [
        ...(groups.get(`${resourceType}:${vendorId}`)?.members.keys() ?? []),
      ],
    }
  }

  /** For comparisons: members who are deactivated don't count. */
  toJSON(): object {
    const isLive = (id: string) => (this.accounts.get(id)?.state ?? 'deactivated') !== 'deactivated'
    const live = [...this.accounts].filter(([id]) => isLive(id)).toSorted(byKey)
    const groups = [...this.groups]
      .toSorted(byKey)
      .map(([key, { name, members }]) => [
        key,
        name,
        [...members].filter(([id]) => isLive(id)).toSorted(byKey),
      ])
    return { accounts: live, groups }
  }
}

function kindIn(profile: JsonObject): string | null {
  const { account_kind: kind } = profile
  return typeof kind === 'string' ? kind : null
}

function byKey(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  return one[0] < other[0] ? -1 : 1
}
