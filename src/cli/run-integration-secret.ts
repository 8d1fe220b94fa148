import type { Muster } from '../../sdk/src/index.ts'
import { confirm } from './agree.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { integration, scimSecret } from './nouns.ts'
import { localTime, printText, say } from './output.ts'
import { printRecord, printResult } from './present.ts'
import { details } from './table-text.ts'

export type CreateSecretOptions = ApiOptions & { name: string; days?: number }

/** Makes a SCIM secret, and prints it once with the address that it opens. */
export async function runCreateSecret(named: string, options: CreateSecretOptions): Promise<void> {
  const { muster } = await connect(options)
  const { name, days } = options
  const created = await muster.post('/workspace/integrations/{integration}/scim-secrets', {
    params: { path: await pathTo(muster, named) },
    body: { name, ...(days === undefined ? {} : { expires_in_days: days }) },
  })
  const { id, secret, scim_url: address, timestamp } = created
  // Otherwise the secret could never be used.
  if (options.output === 'id') say(`The secret, shown this once: ${secret}`)
  if (options.output === 'table') {
    const until = timestamp.expires_at === null ? 'it is revoked' : localTime(timestamp.expires_at)
    const lines = [
      ['address', address],
      ['secret', secret],
    ]
    printText(`${id}, until ${until}. Shown this once:\n\n${details(lines, Infinity)}`)
  } else
    printRecord(options, {
      id,
      json: created,
      title: name,
      facts: [
        ['id', id],
        ['name', name],
        ['until', timestamp.expires_at],
        ['address', address],
        ['secret', secret],
      ],
    })
  if (!address.startsWith('https:'))
    say(
      'Identity providers push to https only. MUSTER_PUBLIC_ORIGIN of the server is the address at which they reach it.',
    )
}

export type RevokeSecretOptions = ApiOptions & { yes?: boolean }

/** Says when a SCIM secret was used last, asks, and ends it. */
export async function runRevokeSecret(
  named: { integration: string; secret: string },
  options: RevokeSecretOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const path = await pathTo(muster, named.integration)
  const { id } = await findRecord(scimSecret, muster, named.secret, {
    owner: scimSecret.owners[0],
    path,
    query: { 'filter[state]': 'active' },
    isWhole: options.yes === true,
  })
  const params = { path: { ...path, secret: id } }
  if (options.yes !== true) {
    const { name, timestamp } = await muster.get(
      '/workspace/integrations/{integration}/scim-secrets/{secret}',
      { params },
    )
    const used = timestamp.last_used_at
    say(
      `This will revoke ${name} (${id}), which ${used === null ? 'was never used' : `was last used at ${localTime(used)}`}.`,
    )
    await confirm({ verb: 'revoke', done: 'revoked' })
  }
  await muster.delete('/workspace/integrations/{integration}/scim-secrets/{secret}', { params })
  printResult(options, { id, state: 'revoked' }, () => `${id} is revoked.`)
}

async function pathTo(muster: Muster, named: string): Promise<{ integration: string }> {
  const { id } = await findRecord(integration, muster, named, { isWhole: true })
  return { integration: id }
}
