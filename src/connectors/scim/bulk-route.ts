import { isRecord } from '../../contract/json.ts'
import { newIds } from '../../database/new-ids.ts'
import { runBulk, type BulkAnswer, type BulkOperation } from './bulk.ts'
import type { ScimWrite } from './change.ts'
import { patchCost } from './patch-operations.ts'
import { etagOf, locationOf } from './present.ts'
import { writeOf, writers } from './resource-routes.ts'
import type { ScimRoute } from './scim-route.ts'

/** Several writes in one request. */
export const bulkRoute: ScimRoute = {
  method: 'POST',
  path: '/Bulk',
  operation: 'scimBulk',
  handle: async (request) => {
    request.charge(costOf(request.body))
    const write = writeOf(request)
    const body = await runBulk(request.body, write.reading, {
      ids: (count) => request.services.database.transaction(({ tx }) => newIds(tx, count)),
      locate: (path) => request.endpoint.base + path,
      run: (operation, resolveId) => run(write, operation, resolveId),
    })
    return { status: 200, body }
  },
}

function costOf(body: unknown): number {
  const sent: unknown = isRecord(body) ? body['Operations'] : undefined
  const operations: unknown[] = Array.isArray(sent) ? sent : []
  const datas = operations.map((each) => (isRecord(each) ? each['data'] : undefined))
  return datas.reduce((cost: number, data) => cost + 1 + patchCost(data), 0)
}

async function run(
  own: ScimWrite,
  { method, kind, id, version, data }: BulkOperation,
  resolveId: (sent: string) => string,
): Promise<BulkAnswer> {
  const { create, replace, patch, remove, type } = writers[kind]
  const { endpoint } = own
  const name = `SCIM bulk ${method} /${kind}`
  const write = {
    ...own,
    ifMatch: version,
    name,
    reading: { ...own.reading, notes: [], resolveId },
  }
  if (method === 'DELETE') {
    await remove(write, id ?? '')
    const location = locationOf(endpoint, { id: id ?? '', kind: type.kind })
    return { status: 204, location, version: null }
  }
  const resource =
    method === 'POST'
      ? await create(write, data, id ?? undefined)
      : await (method === 'PUT' ? replace : patch)(write, id ?? '', data)
  return {
    status: method === 'POST' ? 201 : 200,
    location: locationOf(endpoint, resource),
    version: etagOf(resource),
  }
}
