import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { TextField } from '../../parts/fields.tsx'
import { PlanDialog } from '../../parts/plan/plan-dialog.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { lengths } from '../../gen/lengths.ts'
import type { Account, Candidate } from './use-candidates.ts'
import { text } from './text.ts'

const { match: words } = text

export type LinkedPerson = { id: string; full_name: string }
export type Decision = 'unlink' | 'undo' | 'new' | { person: Candidate | undefined }

/**
 * Asks why an account is linked to a person, or is a new one, or is taken from its person, or a decision is undone, and shows
 * what follows from that. `onDecided` gets the person, null for a new one.
 */
export function DecisionDialog({
  account,
  decision,
  onDecided,
  onClose,
}: {
  account: Account
  decision: Decision
  onDecided: (person: LinkedPerson | null) => void
  onClose: () => void
}) {
  const candidate = typeof decision === 'object' ? decision.person : undefined
  const [person, setPerson] = useState<LinkedPerson | undefined>(candidate?.person)
  const [reason, setReason] = useState(candidate?.reason ?? '')
  const kind = typeof decision === 'object' ? 'link' : decision
  const { title, action, why } = words.decisions[kind]
  const isTaken = kind === 'unlink' || kind === 'undo'
  return (
    <PlanDialog
      title={title(nameOf(account))}
      action={action}
      isDangerous={isTaken}
      {...(kind === 'link'
        ? planOfLink(account, person, reason)
        : planOfDecision(account, kind, reason))}
      onDone={() => {
        onClose()
        if (kind === 'new') onDecided(null)
        if (kind === 'link' && person !== undefined) onDecided(person)
      }}
      onClose={onClose}
    >
      {kind === 'link' && (
        <SuggestField
          label={words.person}
          value={person?.full_name ?? ''}
          placeholder={words.choose}
          suggest={peopleFor}
          onPick={(id, full_name) => setPerson({ id, full_name })}
        />
      )}
      <TextField
        label={words.reason}
        placeholder={words.reasonHint}
        maxLength={lengths.linkDirectoryIdentity.reason}
        required
        value={reason}
        onChange={setReason}
      />
      <p>{why}</p>
    </PlanDialog>
  )
}

/** The plan of a link: what it is known by, empty while something is missing, and the request. */
export function planOfLink(account: Account, person: LinkedPerson | undefined, why: string) {
  const { id } = account
  const body = { directory_user_id: person?.id ?? '', reason: why.trim() }
  const isReady = person !== undefined && body.reason !== ''
  return {
    wanted: isReady ? JSON.stringify({ id, ...body }) : '',
    plan: () =>
      muster.send('post', '/directory/identities/{identity}/link', {
        of: account,
        params: { path: { identity: id } },
        body: { ...body, plan: true },
      }),
  }
}

/** The same of a decision that names nobody. */
function planOfDecision(account: Account, kind: 'unlink' | 'undo' | 'new', why: string) {
  const { id } = account
  const reason = why.trim()
  const params = { path: { identity: id } }
  const body = { reason, plan: true }
  return {
    wanted: reason === '' ? '' : JSON.stringify({ id, kind, reason }),
    plan: () =>
      kind === 'new'
        ? muster.send('post', '/directory/identities/{identity}/link', {
            of: account,
            params,
            body: { ...body, new_person: true },
          })
        : muster.send('post', '/directory/identities/{identity}/unlink', {
            of: account,
            params,
            body: { ...body, ...(kind === 'undo' && { undo: true }) },
          }),
  }
}

export function nameOf({ full_name, vendor_id }: Account): string {
  return full_name || vendor_id
}
