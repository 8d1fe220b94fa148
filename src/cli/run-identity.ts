import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { identity, user } from './nouns.ts'
import { applyPlanned } from './run-rule.ts'
import { plannedAt } from './server-plan.ts'

export type LinkOptions = ApiOptions & { reason: string; full?: boolean; yes?: boolean }

/** Plans that an account belongs to a person, or with null to a new one, shows the plan, asks, and applies it. */
export async function runLink(
  named: { account: string; person: string | null },
  options: LinkOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const isWhole = options.yes === true
  const account = await findRecord(identity, muster, named.account, { isWhole })
  const whose =
    named.person === null
      ? ({ new_person: true } as const)
      : { directory_user_id: (await findRecord(user, muster, named.person, { isWhole })).id }
  const body = { ...whose, reason: options.reason, plan: true }
  const planned = await muster.send('post', '/directory/identities/{identity}/link', {
    ...pathOf(account.id),
    body,
  })
  await applyPlanned(muster, await plannedAt(planned.location, muster), options)
}

/** Plans that an account belongs to no one, shows the plan, asks, and applies it. */
export async function runUnlink(
  named: string,
  options: LinkOptions & { undo?: boolean },
): Promise<void> {
  const { muster } = await connect(options)
  const account = await findRecord(identity, muster, named, { isWhole: options.yes === true })
  const planned = await muster.send('post', '/directory/identities/{identity}/unlink', {
    ...pathOf(account.id),
    body: { reason: options.reason, plan: true, ...(options.undo === true && { undo: true }) },
  })
  await applyPlanned(muster, await plannedAt(planned.location, muster), options)
}

const pathOf = (id: string) => ({ params: { path: { identity: id } } })
