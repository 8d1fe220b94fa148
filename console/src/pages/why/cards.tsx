import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import type { Explanation, Chain, Lane, Source, Tone } from './lanes.ts'
import { text } from './text.ts'
import classes from './cards.module.css'

const marks: Readonly<Record<Tone, { icon: IconName; word: string }>> = {
  met: { icon: 'check', word: text.met },
  unmet: { icon: 'close', word: text.notMet },
  unknown: { icon: 'warning', word: text.unknown },
}

function Card({
  id,
  tone,
  kind,
  children,
}: {
  id: string
  tone: Tone | 'grace' | 'idle'
  /** What the card is, where the columns are not side by side. */
  kind: number
  children: ReactNode
}) {
  return (
    <div className={classes['card']} data-card={id} data-tone={tone}>
      <div className={classes['kind']}>{text.columns[kind]}</div>
      {children}
    </div>
  )
}

function Mark({ tone, word = marks[tone].word }: { tone: Tone; word?: string }) {
  return (
    <div className={classes['mark']} data-tone={tone}>
      <Icon name={marks[tone].icon} size={12} />
      <span>{word}</span>
    </div>
  )
}

/** A value at its source: where it is, what it is, since when, and what the condition wants instead. */
export function SourceCard({ source }: { source: Source }) {
  const { id, tone, from, key, value, changedAt, wanted, pending, isIgnored } = source
  return (
    <Card id={id} tone={tone} kind={0}>
      <div className="small quiet">
        <span>{from ?? text.organisation}</span> · <code>{key}</code>
      </div>
      <div className={classes['value']} title={value}>
        {value}
      </div>
      {changedAt !== null && (
        <div className="small quiet">
          {text.changed} <Time at={changedAt} />
        </div>
      )}
      {isIgnored && <div className="small quiet">{text.ignored}</div>}
      {pending !== null && (
        <div className={classes['pending']}>
          <Icon name="warning" size={12} />
          <span>{text.heldNow(pending)}</span>
        </div>
      )}
      {wanted !== null && (
        <>
          <Mark tone={tone} />
          <div className={classes['wanted']} title={wanted}>
            {text.wanted}: {wanted}
          </div>
        </>
      )}
    </Card>
  )
}

/** The attribute that a condition names. */
export function AttributeCard({ chain: { id, wanted, attribute } }: { chain: Chain }) {
  if (attribute === null) return null
  return (
    <Card id={id} tone={attribute.tone} kind={1}>
      <div className={classes['value']} title={wanted}>
        {wanted}
      </div>
      <Mark tone={attribute.tone} word={attribute.note} />
    </Card>
  )
}

export function RuleCard({ lane: { rule, tone, part } }: { lane: Lane }) {
  const isIdle = part === 'draft' || part === 'later'
  return (
    <Card id={rule.id} tone={part === 'holds' ? 'grace' : isIdle ? 'idle' : tone} kind={2}>
      <div className="inline baseline between">
        <span className="strong">{rule.role_name}</span>
        <span className="small quiet">{text.priority(rule.priority)}</span>
      </div>
      <PageLink to="/policy/$ruleset" params={{ ruleset: rule.ruleset_id }}>
        <span className={classes['description']} title={rule.description ?? undefined}>
          {rule.description ?? '…'}
        </span>
      </PageLink>
      {rule.state !== 'active' && (
        <div className="small quiet">
          <StateBadge state={rule.state} />
        </div>
      )}
      <Mark tone={part === 'holds' ? 'unmet' : tone} word={text.parts[part]} />
      {rule.findings.map(({ message }) => (
        <div key={message} className={classes['pending']}>
          <Icon name="warning" size={12} />
          <span>{message}</span>
        </div>
      ))}
    </Card>
  )
}

/** Where the lines end: the membership, or what would make it. */
export function MembershipCard({ explanation }: { explanation: Explanation }) {
  const { verdict, policy_user: stay, included, policy_rules, nearest } = explanation
  const { policy_resource: resource } = included
  const rule = policy_rules.find(({ id }) => id === stay?.policy_rule_id)
  const tone = verdict === 'in' ? 'met' : verdict === 'in_grace' ? 'grace' : 'unmet'
  return (
    <Card id={membershipCard} tone={tone} kind={3}>
      <Link to="/groups/$resource" params={{ resource: resource.id }} className="link">
        <span className={classes['value']}>{resource.name}</span>
      </Link>
      <div className="inline">
        <StateBadge state={verdict} />
        {rule !== undefined && <span>{rule.role_name}</span>}
      </div>
      {stay !== null && (
        <div className="small quiet">
          {text.since} <Time at={stay.since} />
          {stay.until !== null && (
            <>
              {' '}
              · {text.until} <Time at={stay.until} />
            </>
          )}
        </div>
      )}
      {nearest !== null && stay === null && (
        <WouldBe
          words={explanation.eligibility.is_eligible ? text.wouldBe : text.wouldQualify}
          conditions={nearest.would_match_if}
        />
      )}
    </Card>
  )
}

function WouldBe({ words, conditions }: { words: string; conditions: readonly string[] }) {
  return (
    <div className={classes['wouldBe']}>
      {words}{' '}
      {conditions.map((each, index) => (
        <span key={each}>
          {index > 0 && ` ${text.and} `}
          <b>{each}</b>
        </span>
      ))}
    </div>
  )
}

export const membershipCard = 'membership'
