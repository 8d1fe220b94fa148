import type { Body, Muster } from '../../../sdk/src/index.ts'
import { findRecord } from '../api/find-record.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { service } from '../nouns/workspace-nouns.ts'
import { say } from '../output/output.ts'
import { columns, printList } from '../output/present.ts'
import { confirm } from '../plans/agree.ts'

type Held = Body<'get', '/workspace/services/{service}/permissions'>
type Permission = Body<'get', '/workspace/permissions'>['data'][number]['name']
export type ShrinkOptions = ApiOptions & { undo?: boolean; yes?: boolean }

const fields = columns<Held['uses'][number]>(
  'permission, held since: held_since, used: last_used_at',
)

/** Shows what a service has not used, asks, and takes it away; or puts back what was taken away. */
export async function runShrink(named: string, options: ShrinkOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(service, muster, named)
  await (options.undo === true ? putBack(muster, id, options) : takeAway(muster, id, options))
}

async function takeAway(muster: Muster, id: string, options: ShrinkOptions): Promise<void> {
  const { held, params } = await read(muster, id)
  const rows = held.uses.filter((use) => use.is_unused)
  printList(options, {
    rows,
    hasMore: false,
    fields,
    idOf: ({ permission }) => permission,
    json: { data: rows },
    none: 'Nothing is unused: it has had each permission for less than 90 days, or used it in that time.',
  })
  if (rows.length === 0) return
  if (options.yes !== true) await confirm('remove')
  const permissions = namesOf(rows.map(({ permission }) => permission))
  await muster.post('/workspace/services/{service}/shrink', { params, body: { permissions } })
  say(`Taken away. To put them back: muster service shrink ${id} --undo`)
}

async function putBack(muster: Muster, id: string, options: ShrinkOptions): Promise<void> {
  const { held, params } = await read(muster, id)
  const rows = (held.shrunk?.permissions ?? []).map((permission) => ({ permission }))
  printList(options, {
    rows,
    hasMore: false,
    fields: columns<{ permission: string }>('permission'),
    idOf: ({ permission }) => permission,
    json: { data: rows },
    none: 'Nothing to put back.',
  })
  if (rows.length === 0) return
  if (options.yes !== true) await confirm('add')
  const names = new Set([...held.permissions, ...rows.map(({ permission }) => permission)])
  await muster.put('/workspace/services/{service}/permissions', {
    params,
    body: { permissions: namesOf([...names]) },
  })
  say('Put back.')
}

async function read(muster: Muster, id: string) {
  const path = { service: id }
  const { body: held, etag } = await muster.send(
    'get',
    '/workspace/services/{service}/permissions',
    { params: { path } },
  )
  return { held, params: { path, header: { 'If-Match': etag ?? '' } } }
}

/** The server has the list, and refuses others. */
function namesOf(names: readonly string[]): Permission[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return names as Permission[]
}
