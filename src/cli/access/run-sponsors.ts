import { type Muster, MusterError, type RowOf } from '../../../sdk/src/index.ts'
import { connect } from '../connection/connect.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { say } from '../output/output.ts'
import { columns, printList } from '../output/present.ts'
import { confirm } from '../plans/agree.ts'

type Service = RowOf<'/workspace/services'>
export type SponsorsOptions = ApiOptions & { apply?: boolean; yes?: boolean }

const fields = columns<Service>(
  'service: name, handle, state, sponsor: suggested_sponsor.name|suggested_sponsor.id, id',
)

/** Shows whom the admins of services without a sponsor suggest, and with `--apply` asks and sets them. */
export async function runSponsors(options: SponsorsOptions): Promise<void> {
  const { muster } = await connect(options)
  const params = { query: { 'filter[unsponsored]': 'true' as const, 'page[size]': '500' } }
  const rows: Service[] = []
  for await (const row of muster.list('/workspace/services', { params }))
    if (row.suggested_sponsor !== null) rows.push(row)
  printList(options, {
    rows,
    hasMore: false,
    fields,
    idOf: ({ id }) => id,
    json: { data: rows },
    none: 'No suggestions: each service has a sponsor, or no active admin who is tied to a directory user.',
  })
  if (options.apply !== true || rows.length === 0) return
  if (options.yes !== true) await confirm()
  for (const row of rows)
    try {
      await setSponsor(muster, row)
    } catch (error) {
      if (!isOfOne(error)) throw error
      say(`${row.name} is left: ${error.message}`)
      process.exitCode = 1
    }
}

/** A refusal that says nothing of the other services. */
function isOfOne(error: unknown): error is MusterError {
  return error instanceof MusterError && [403, 404, 412, 422].includes(error.status ?? 0)
}

async function setSponsor(muster: Muster, { id, name, suggested_sponsor: shown }: Service) {
  const path = { service: id }
  const { body, etag } = await muster.send('get', '/workspace/services/{service}', {
    params: { path },
  })
  if (shown === null || body.suggested_sponsor?.id !== shown.id) {
    say(`${name} is left: it has changed.`)
    return
  }
  await muster.patch('/workspace/services/{service}', {
    params: { path, header: { 'If-Match': etag ?? '' } },
    body: { sponsor_id: shown.id },
  })
  say(`${shown.name ?? shown.id} answers for ${name}.`)
}
