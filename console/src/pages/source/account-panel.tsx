import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { Can } from '../../parts/can.tsx'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import type { Account } from './account-columns.tsx'
import { LinkDialog, UnlinkDialog } from './link-dialog.tsx'
import { text } from './text.ts'
import classes from './source.module.css'

const { match: words, accounts: fields } = text

/** An account beside the person whose it is or may be, with the way to correct that. */
export function AccountPanel({ account, onClose }: { account: Account; onClose: () => void }) {
  const [step, setStep] = useState<'link' | 'unlink'>()
  const { directory_user_id: person, suggested_directory_user_id: suggested } = account
  const shown = person ?? suggested
  const close = () => setStep(undefined)
  return (
    <DetailPanel title={account.full_name || account.vendor_id} isWide onClose={onClose}>
      <div className={classes['match']}>
        <section>
          <h3>{words.account}</h3>
          <AccountFacts account={account} />
        </section>
        <section>
          <h3>{person === null ? words.suggested : words.person}</h3>
          {shown === null ? <p>{words.nobody}</p> : <PersonFacts id={shown} account={account} />}
        </section>
      </div>
      <Can record={account} action="link">
        <Button variant="filled" onClick={() => setStep('link')}>
          {person === null ? words.link : words.move}
        </Button>
      </Can>
      <Can record={account} action="unlink">
        <Button onClick={() => setStep('unlink')}>{words.unlink}</Button>
      </Can>
      {step === 'link' && <LinkDialog account={account} onClose={close} />}
      {step === 'unlink' && <UnlinkDialog account={account} onClose={close} />}
    </DetailPanel>
  )
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

function PersonFacts({ id, account }: { id: string; account: Account }) {
  const { data } = useApiIf(useMay('directory.user.view'), '/directory/users/{user}', {
    params: { path: { user: id } },
  })
  return (
    <Facts>
      <Fact term={words.person}>
        <RecordLink id={id} />
      </Fact>
      <Fact term={fields.name}>{data?.full_name}</Fact>
      <Fact term={fields.email}>{data?.email}</Fact>
      <Fact term={fields.state}>{data !== undefined && <StateBadge state={data.state} />}</Fact>
      {Object.entries(data?.org ?? {}).map(([key, value]) => (
        <Fact key={key} term={key}>
          {value}
        </Fact>
      ))}
      {account.suggestion_evidence.length > 0 && (
        <Fact term={words.same}>
          {account.suggestion_evidence.map((each) => words.evidence[each]).join(', ')}
        </Fact>
      )}
    </Facts>
  )
}
