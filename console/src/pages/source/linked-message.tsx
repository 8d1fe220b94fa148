import { Button } from '@mantine/core'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ChangeError } from '../../parts/change-error.tsx'
import { DoneMessage } from '../../parts/done-message.tsx'
import type { Account } from './use-candidates.ts'
import { nameOf, type LinkedPerson } from './link-dialog.tsx'
import { text } from './text.ts'

const { match: words } = text

/** An account whose person was just decided (null: a new person). `since`: the account after that, if it can be undone. */
export type Linked = { account: Account; person: LinkedPerson | null; since: object | null }

/** Reads the account after its link, for its version. The link of an account that had a person before can't be undone. */
export async function readLink(account: Account, person: LinkedPerson | null): Promise<Linked> {
  const read = await muster
    .get('/directory/identities/{identity}', { params: { path: { identity: account.id } } })
    .catch(() => null)
  const isStill = person === null || read?.directory_user_id === person.id
  return { account, person, since: isStill && read?.is_undoable === true ? read : null }
}

/** Says to which person an account belongs now, and offers to undo that. */
export function LinkedMessage({
  linked,
  onClose,
}: {
  linked: Linked | undefined
  onClose: () => void
}) {
  return (
    <DoneMessage onClose={linked && onClose}>
      {linked && <Content key={linked.account.id} {...linked} />}
    </DoneMessage>
  )
}

function Content({ account, person, since }: Linked) {
  const undo = useChange(() =>
    muster.post('/directory/identities/{identity}/unlink', {
      of: since ?? account,
      params: { path: { identity: account.id } },
      body: { reason: person ? words.undoReason(person.full_name) : words.undid, undo: true },
    }),
  )
  if (undo.isSuccess) return <p>{words.undone(nameOf(account))}</p>
  return (
    <>
      <p>
        {person ? words.linked(nameOf(account), person.full_name) : words.isNew(nameOf(account))}
      </p>
      {undo.error !== null && <ChangeError error={undo.error} />}
      {since !== null && (
        <Button size="compact-sm" loading={undo.isPending} onClick={() => undo.mutate()}>
          {words.undo}
        </Button>
      )}
    </>
  )
}
