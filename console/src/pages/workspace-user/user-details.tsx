import { Link } from '@tanstack/react-router'
import { can } from '../../parts/can.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import { useIsProtected, useUser, type User } from './use-user.ts'

const { facts } = text

/** What describes a person who signs in, and why they can not be changed where that is so. */
export function UserDetails() {
  const { data: user } = useUser()
  return user === undefined ? null : <DetailsOf user={user} />
}

function DetailsOf({ user }: { user: User }) {
  const isProtected = useIsProtected(user)
  const isLastOwner = can(user, 'update') && !can(user, 'deactivate') && !can(user, 'restore')
  const { timestamp } = user
  return (
    <Scroll>
      {isProtected && <Notice>{text.protected}</Notice>}
      {isLastOwner && <Notice>{text.lastOwner}</Notice>}
      <Section title={facts.who}>
        <Facts
          of={{
            [facts.name]: user.name,
            [facts.state]: <StateBadge state={user.state} />,
            [facts.email]: user.email !== null && <Id value={user.email} />,
            [facts.roles]: user.roles.length === 0 ? facts.noRole : user.roles.join(', '),
            [facts.person]:
              user.directory_user_id === null ? (
                <span className="quiet">{facts.noPerson}</span>
              ) : (
                <RecordLink id={user.directory_user_id} />
              ),
            [facts.log]: (
              <Link to="/audit" search={{ actor: user.id }} className="link">
                {facts.toLog}
              </Link>
            ),
          }}
        />
      </Section>
      <Section title={facts.signIn}>
        <Facts
          of={{
            [facts.provider]: user.provider,
            [facts.subject]: <Id value={user.provider_id} />,
            [facts.id]: <Id value={user.id} />,
            [facts.created]: <Time at={timestamp.created_at} />,
            [facts.changed]: <Time at={timestamp.updated_at} />,
            ...(timestamp.expires_at !== null && {
              [facts.ends]: <Time at={timestamp.expires_at} />,
            }),
          }}
        />
      </Section>
    </Scroll>
  )
}
