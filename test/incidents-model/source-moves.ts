import assert from 'node:assert/strict'
import { connectVendor } from '../../src/connectors/import/connect-vendor.ts'
import { integrationDefaults } from '../../src/connectors/vendors.ts'
import { testActor } from '../people-fixture.ts'
import { applyEdit, chosen, never } from './edits.ts'
import type { Edit, Some } from './moves.ts'
import { connectBeside, type Feed, primary, recreated } from './product.ts'
import { pass, reach, rowsOf, send, type Session } from './session.ts'

/** A file of a source, with these changes: all of it, or only some accounts. */
export async function sendFile(
  session: Session,
  source: string,
  { edits, part, server }: { edits: Edit[]; part: Some | 'all'; server: number },
): Promise<void> {
  const feed = changed(session, source, edits)
  await send(session, source, part === 'all' ? part : chosen([...feed.keys()], part), server)
}

/** Some accounts, each in a run of its own. */
export async function sendOneByOne(
  session: Session,
  source: string,
  { edits, some, server }: { edits: Edit[]; some: Some; server: number },
): Promise<void> {
  const feed = changed(session, source, edits)
  for (const id of chosen([...feed.keys()], some)) {
    await send(session, source, [id], server)
  }
}

/**
 * Connects the primary source once more beside itself, and imports its accounts again. Rules read the accounts of one
 * integration, so nothing changes.
 */
export async function recreateSource(session: Session, server: number): Promise<void> {
  const { product, world, feeds } = session
  const { database } = product.servers[0] ?? never()
  if (world.incidents.some(({ state }) => state === 'open')) return
  const { body } = await product.call('GET', '/workspace/integrations')
  if (body.data.some(({ handle }: { handle: string }) => handle === recreated)) return
  await database.transaction(({ tx }) => connectBeside(tx, recreated, ['department', 'title']))
  pass(session, 60_000)
  const known = [...(feeds[primary] ?? never())].filter(([id]) =>
    world.accounts.has(`${primary}:${id}`),
  )
  const outcome = await product.load(recreated, new Map(known), true, server)
  assert.deepEqual([outcome.refused, outcome.incident], [undefined, null])
  reach(session, 'recreated source')
}

/** Imports the primary source by a mapping that reads every account as suspended, and corrects the mapping. */
export async function sendByOtherMapping(session: Session, server: number): Promise<void> {
  const { database } = session.product.servers[0] ?? never()
  const { mapping } = integrationDefaults('idp', 'okta')
  const state = { sources: [], otherwise: 'suspended', new_values: [] }
  const remap = (account: object) =>
    connectVendor(database, testActor, {
      handle: primary,
      mapping: { ...mapping, account: { ...mapping.account, ...account } },
    })
  await remap({ state })
  await send(session, primary, 'all', server, (feed) =>
    rowsOf(feed).map((row) => Object.assign(row, { state: 'suspended' as const })),
  )
  await remap({})
  reach(session, 'another mapping')
}

function changed(session: Session, source: string, edits: readonly Edit[]): Feed {
  for (const one of edits) applyEdit(session, source, one)
  const feed = session.feeds[source] ?? never()
  for (const [id, account] of feed)
    if (!session.world.accounts.has(`${source}:${id}`)) account.status = 'ACTIVE'
  return feed
}
