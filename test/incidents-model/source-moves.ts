import { applyEdit, chosen, never } from './edits.ts'
import type { Edit, Some } from './moves.ts'
import type { Feed } from './product.ts'
import { send, type Session } from './session.ts'

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
    // oxlint-disable-next-line no-await-in-loop -- One run follows another.
    await send(session, source, [id], server)
  }
}

function changed(session: Session, source: string, edits: readonly Edit[]): Feed {
  for (const one of edits) applyEdit(session, source, one)
  const feed = session.feeds[source] ?? never()
  for (const [id, account] of feed)
    if (!session.world.accounts.has(`${source}:${id}`)) account.status = 'ACTIVE'
  return feed
}
