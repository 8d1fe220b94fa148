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
import { useCandidates, type Account, type Candidate } from './use-candidates.ts'
import { CandidateLink } from './candidate-link.tsx'
import { DecisionDialog, type Decision, type LinkedPerson } from './link-dialog.tsx'
import { text } from './text.ts'
import classes from './source.module.css'

const { match: words, accounts: fields } = text

/** An account beside the person whose it is, or those whose it may be, with the way to correct that. */
export function AccountPanel({
  account,
  onLinked,
  onClose,
}: {
  account: Account
  /** `person` is null where it is a new one. */
  onLinked: (account: Account, person: LinkedPerson | null) => void
  onClose: () => void
}) {
  const [step, setStep] = useState<Decision>()
  const { directory_user_id: person } = account
  const found = useCandidates(account)
  const linked = (to: LinkedPerson | null) => onLinked(account, to)
  const isConflict = found.candidates.filter(({ same }) => same.includes('email')).length > 1
  return (
    <DetailPanel title={account.full_name || account.vendor_id} isWide onClose={onClose}>
      {account.waiting_for.length > 0 && <Notice>{words.waiting}</Notice>}
      {isConflict && <Notice tone="warning">{words.conflict}</Notice>}
      <div className={classes['match']}>
        <section>
          <h3>{words.account}</h3>
          <AccountFacts account={account} />
        </section>
        {person !== null && (
          <section>
            <h3>{words.person}</h3>
            <OwnerFacts id={person} />
          </section>
        )}
        <Candidates account={account} found={found} ask={setStep} onLinked={linked} />
      </div>
      <Decisions account={account} found={found} ask={setStep} />
      {step !== undefined && (
        <DecisionDialog
          account={account}
          decision={step}
          onDecided={linked}
          onClose={() => setStep(undefined)}
        />
      )}
    </DetailPanel>
  )
}

type Matching = {
  account: Account
  found: ReturnType<typeof useCandidates>
  ask: (decision: Decision) => void
}

/** The people whose the account may be, each with what speaks for and against it. */
function Candidates({
  account,
  found: { candidates, isNobody, isRead, error, retry },
  ask,
  onLinked,
}: Matching & { onLinked: (person: LinkedPerson) => void }) {
  const isOnly = candidates.length === 1
  return (
    <>
      {candidates.length > 0 && (
        <div className={classes['candidates']}>
          {candidates.map((candidate) => (
            <section key={candidate.person.id}>
              <h3>{isOnly ? words.suggested : words.possible}</h3>
              <PersonFacts person={candidate.person} same={candidate.same} />
              <Differences account={account} person={candidate.person.id} />
              <CandidateLink
                account={account}
                candidate={candidate}
                isOnly={isOnly}
                onAsk={() => ask({ person: candidate })}
                onLinked={onLinked}
              />
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
    </>
  )
}

/** What may be decided about the account, besides a link to a candidate. */
function Decisions({ account, found, ask }: Matching) {
  const { directory_user_id: person } = account
  const other = found.candidates.length > 0 ? words.linkOther : words.link
  const button = (action: 'link' | 'unlink', label: string, decision: Decision) => (
    <Can record={account} action={action}>
      <Button
        variant={label === words.link && found.isNobody ? 'filled' : 'default'}
        onClick={() => ask(decision)}
      >
        {label}
      </Button>
    </Can>
  )
  return (
    <>
      {(found.isRead || found.error !== null) &&
        button('link', person !== null ? words.move : other, { person: undefined })}
      {account.waiting_for.length > 0 && button('link', words.newPerson, 'new')}
      {account.is_undoable && button('unlink', words.decisions.undo.action, 'undo')}
      {person !== null && button('unlink', words.unlink, 'unlink')}
    </>
  )
}

/** What contradicts that a waiting account is of a candidate. */
function Differences({ account, person }: { account: Account; person: string }) {
  const found = account.waiting_for.find((each) => each.directory_user_id === person)
  const differs = (found?.contradicts ?? []).map((each) => words.facts[each])
  if (differs.length === 0) return null
  return <Facts of={{ [words.differs]: new Intl.ListFormat('en-GB').format(differs) }} />
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
      {account.link_evidence !== null && <Fact term={words.because}>{account.link_evidence}</Fact>}
    </Facts>
  )
}

function OwnerFacts({ id }: { id: string }) {
  const { data } = useApiIf(useMay('directory.user.view'), '/directory/users/{user}', {
    params: { path: { user: id } },
  })
  if (data !== undefined) return <PersonFacts person={data} />
  return <Facts of={{ [words.person]: <RecordLink id={id} /> }} />
}

type PersonFields = Pick<
  Candidate['person'],
  'id' | 'state' | 'full_name' | 'email' | 'employee_id' | 'org'
>

function PersonFacts({ person, same }: { person: PersonFields; same?: Candidate['same'] }) {
  return (
    <Facts>
      <Fact term={words.person}>
        <RecordLink id={person.id} name={person.full_name} />
      </Fact>
      <Fact term={fields.email}>{person.email}</Fact>
      <Fact term={fields.state}>
        <StateBadge state={person.state} />
      </Fact>
      {Object.entries(person.org).map(([key, value]) => (
        <Fact key={key} term={key}>
          {value}
        </Fact>
      ))}
      {same !== undefined && (
        <Fact term={words.same}>
          {same.length > 0 && (
            <ul className="anywhere">
              {same.map((each) => (
                <li key={each}>
                  {words.evidence[each]} <strong>{person[each]}</strong>
                </li>
              ))}
            </ul>
          )}
        </Fact>
      )}
    </Facts>
  )
}
