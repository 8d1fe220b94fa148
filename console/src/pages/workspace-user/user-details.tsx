import { Link } from '@tanstack/react-router'
import { can } from '../../parts/can.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import { useIsProtected, useUser, type User } from './use-user.ts'
import classes from './workspace-user.module.css'

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
        <Facts>
          <Fact term={facts.name}>{user.name}</Fact>
          <Fact term={facts.state}>
            <StateBadge state={user.state} />
          </Fact>
          <Fact term={facts.email}>{user.email !== null && <Id value={user.email} />}</Fact>
          <Fact term={facts.roles}>
            {user.roles.length === 0 ? facts.noRole : user.roles.join(', ')}
          </Fact>
          <Fact term={facts.person}>
            {user.directory_user_id === null ? (
              <span className={classes['quiet']}>{facts.noPerson}</span>
            ) : (
              <RecordLink id={user.directory_user_id} />
            )}
          </Fact>
          <Fact term={facts.log}>
            <Link to="/audit" search={{ actor: user.id }} className={classes['link']}>
              {facts.toLog}
            </Link>
          </Fact>
        </Facts>
      </Section>
      <Section title={facts.signIn}>
        <Facts>
          <Fact term={facts.provider}>{user.provider}</Fact>
          <Fact term={facts.subject}>
            <Id value={user.provider_id} />
          </Fact>
          <Fact term={facts.id}>
            <Id value={user.id} />
          </Fact>
          <Fact term={facts.created}>
            <Time at={timestamp.created_at} />
          </Fact>
          <Fact term={facts.changed}>
            <Time at={timestamp.updated_at} />
          </Fact>
          {timestamp.expires_at !== null && (
            <Fact term={facts.ends}>
              <Time at={timestamp.expires_at} />
            </Fact>
          )}
        </Facts>
      </Section>
    </Scroll>
  )
}
