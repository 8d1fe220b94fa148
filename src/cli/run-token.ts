import type { ApiOptions } from './api-options.ts'
import { confirm } from './agree.ts'
import { connect } from './connect.ts'
import { findRecord, pathOf } from './find-record.ts'
import { service, token } from './nouns.ts'
import { bold, localTime, printText, say } from './output.ts'
import { printRecord, printResult } from './present.ts'
import { ownerOf, type NounOptions } from './run-noun.ts'

export type CreateOptions = ApiOptions & {
  name: string
  scope?: string[]
  days?: number
  service?: string
}

/** Makes a token, and prints its secret once. */
export async function runCreate(options: CreateOptions): Promise<void> {
  const { muster } = await connect(options)
  const body = {
    name: options.name,
    ...(options.scope === undefined ? {} : { scopes: options.scope }),
    ...(options.days === undefined ? {} : { expires_in_days: options.days }),
  }
  const created =
    options.service === undefined
      ? await muster.post('/workspace/tokens', { body })
      : await muster.post('/workspace/services/{service}/tokens', {
          params: {
            path: {
              service: (await findRecord(service, muster, options.service, { isWhole: true })).id,
            },
          },
          body,
        })
  // Otherwise the token could never be used.
  if (options.output === 'id') say(`Its secret, shown this once: ${created.token}`)
  if (options.output === 'table')
    printText(
      `${created.id}, until ${localTime(created.timestamp.expires_at)}. Shown this once:\n\n  ${bold(created.token)}`,
    )
  else
    printRecord(options, {
      id: created.id,
      json: created,
      title: created.name,
      facts: [
        ['id', created.id],
        ['name', created.name],
        ['until', created.timestamp.expires_at],
        ['scopes', created.scopes],
        ['token', created.token],
      ],
    })
}

export type RevokeOptions = NounOptions & { yes?: boolean }

/** Names the token, asks, and ends it. */
export async function runRevoke(named: string, options: RevokeOptions): Promise<void> {
  const { muster } = await connect(options)
  const { owner, path } = await ownerOf(token, muster, undefined, options)
  const query = { 'filter[state]': 'active' }
  const isWhole = options.yes === true
  const { id } = await findRecord(token, muster, named, { owner, path, query, isWhole })
  if (options.yes !== true) {
    const { title } = await token.read({ muster, owner, params: pathOf(token, id, path) })
    say(`This will revoke ${title} (${id}), and every token that was made with it.`)
    await confirm({ verb: 'revoke', done: 'revoked' })
  }
  const { service: serviceId, user } = path
  if (serviceId !== undefined)
    await muster.delete('/workspace/services/{service}/tokens/{token}', {
      params: { path: { service: serviceId, token: id } },
    })
  else if (user !== undefined)
    await muster.delete('/workspace/users/{user}/tokens/{token}', {
      params: { path: { user, token: id } },
    })
  else await muster.delete('/workspace/tokens/{token}', { params: { path: { token: id } } })
  printResult(options, { id, state: 'revoked' }, () => `${id} is revoked.`)
}
