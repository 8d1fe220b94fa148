import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { matchedBy, nameOf, numberOf } from '../../directory/identities/pending-accounts.ts'
import { deletedThere } from '../../directory/identities/held-selection.ts'
import { asStaged, type StagedAccount } from '../../directory/identities/stage-accounts.ts'

/**
 * The account of the integration that a client deleted and sends again: it has the external id, and the number, the address or the
 * name of it. With none of these the user gets an account of its own, which waits (evidence.ts). @returns its id
 */
export async function findReturnedUser(
  tx: Transaction,
  integrationId: string,
  { externalId, account }: { externalId: string; account: StagedAccount },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select i.vendor_id as id from ${asStaged(account)} cross join ${matchedBy(integrationId)}
    join ${deletedThere(integrationId)} i on i.profile ->> 'externalId' = ${externalId}
    where (${numberOf('a')} = ${numberOf('i')} or email_key(a.email) = i.email_key
        or not g.has_own_names and ${nameOf('a')} = ${nameOf('i')})
      and not exists (select from scim_resource r where r.id = i.vendor_id)
    order by i.vendor_deactivated_at desc nulls last, i.id limit 1`.execute(tx)
  return rows[0]?.id
}
