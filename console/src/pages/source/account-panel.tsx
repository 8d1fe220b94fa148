import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import type { Account } from './account-columns.tsx'
import { evidenceOf, LinkDialog, UnlinkDialog, type Candidate } from './link-dialog.tsx'
import { text } from './text.ts'
import classes from './source.module.css'

const { match: words, accounts: fields } = text

/** An account beside the person whose it is, or those whose it may be, with the way to correct that. */
export function AccountPanel({ account, onClose }: { account: Account; onClose: () => void }) {
  const [step, setStep] = useState<'unlink' | { person: Candidate | undefined }>()
  const { directory_user_id: person } = account
  const { candidates, isRead, isNobody, error, retry } = useCandidates(account)
  const close = () => setStep(undefined)
  const isConflict = candidates.filter(({ same }) => same.includes('email')).length > 1
  return (
    <DetailPanel title={account.full_name || account.vendor_id} isWide onClose={onClose}>
      {isConflict && <Notice tone="warning">{words.conflict}</Notice>}
      <div className={classes['match']}>
        <section>
          <h3>{words.account}</h3>
          <AccountFacts account={account} />
        </section>
        {person !== null && (
          <section>
            <h3>{words.person}</h3>
            <PersonFacts id={person} />
          </section>
        )}
        {candidates.length > 0 && (
          <div className={classes['candidates']}>
            {candidates.map((candidate) => (
              <section key={candidate.id}>
                <h3>{candidates.length === 1 ? words.suggested : words.possible}</h3>
                <PersonFacts id={candidate.id} same={candidate.same} />
                <Can record={account} action="link">
                  <Button
                    variant={candidates.length === 1 ? 'filled' : 'default'}
                    onClick={() => setStep({ person: candidate })}
                  >
                    {words.linkTo(candidate.name)}
                  </Button>
                </Can>
              </section>
            ))}
          </div>
        )}
        {isNobody && <p>{words.nobody}</p>}
        {!isRead &&
          (error === null ? (
            <div aria-hidden>
              <SkeletonRows columns={2} rows={5} />
            </div>
          ) : (
            <ErrorState error={error} retry={retry} />
          ))}
      </div>
      {(isRead || error !== null) && (
        <Can record={account} action="link">
          <Button
            variant={isNobody ? 'filled' : 'default'}
            onClick={() => setStep({ person: undefined })}
          >
            {person !== null ? words.move : candidates.length > 0 ? words.linkOther : words.link}
          </Button>
        </Can>
      )}
      <Can record={account} action="unlink">
        <Button onClick={() => setStep('unlink')}>{words.unlink}</Button>
      </Can>
      {step === 'unlink' && <UnlinkDialog account={account} onClose={close} />}
      {typeof step === 'object' && (
        <LinkDialog account={account} candidate={step.person} onClose={close} />
      )}
    </DetailPanel>
  )
}

/** Whose an orphan may be, once that is read. No one for an orphan with evidence: an administrator rejected its match. */
function useCandidates({ id, directory_user_id: person }: Account) {
  const isWaiting = useMay('directory.user.view') && person === null
  const described = useApiIf(isWaiting, '/directory/identities/{identity}', {
    params: { path: { identity: id } },
  })
  const found = described.data?.candidates ?? []
  const ids = found.map((each) => each.directory_user_id).join(',')
  const people = useApiIf(ids !== '', '/directory/users', {
    params: { query: { 'filter[id]': ids } },
  })
  const names = new Map(people.data?.data.map((each) => [each.id, each.full_name]))
  const candidates = found.flatMap<Candidate>(({ directory_user_id: candidate, evidence }) => {
    const name = names.get(candidate)
    return name === undefined ? [] : [{ id: candidate, name, same: evidence }]
  })
  const areNamed = ids === '' || people.data !== undefined
  const isRead = !isWaiting || (described.data !== undefined && areNamed)
  return {
    candidates,
    isRead,
    isNobody: isWaiting && isRead && candidates.length === 0,
    error: described.error ?? people.error,
    retry: () => void (described.data === undefined ? described : people).refetch(),
  }
}

function AccountFacts({ account }: { account: Account }) {
  return (
    <Facts>
      <Fact term={fields.source}>
        <RecordLink id={account.integration_id} />
      </Fact>
      <Fact term={fields.vendorId}>
        <Id value={account.vendor_id} />
      </Fact>
      <Fact term={fields.name}>{account.full_name}</Fact>
      <Fact term={fields.email}>{account.email}</Fact>
      <Fact term={fields.state}>
        <StateBadge state={account.state} />
      </Fact>
      {Object.entries(account.org).map(([key, value]) => (
        <Fact key={key} term={key}>
          {value}
        </Fact>
      ))}
      <Fact term={words.because}>{account.link_evidence}</Fact>
    </Facts>
  )
}

function PersonFacts({ id, same }: { id: string; same?: Candidate['same'] }) {
  const { data } = useApiIf(useMay('directory.user.view'), '/directory/users/{user}', {
    params: { path: { user: id } },
  })
  return (
    <Facts>
      <Fact term={words.person}>
        <RecordLink id={id} />
      </Fact>
      <Fact term={fields.email}>{data?.email}</Fact>
      <Fact term={fields.state}>{data !== undefined && <StateBadge state={data.state} />}</Fact>
      {Object.entries(data?.org ?? {}).map(([key, value]) => (
        <Fact key={key} term={key}>
          {value}
        </Fact>
      ))}
      {same !== undefined && <Fact term={words.same}>{evidenceOf(same)}</Fact>}
    </Facts>
  )
}
