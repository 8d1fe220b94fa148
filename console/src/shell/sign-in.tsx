import { sessionQuery } from '../api/session.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Body } from 'muster-sdk'
import { useApi } from '../api/use-api.ts'
import { Id } from '../parts/id.tsx'
import { Middle } from '../parts/middle.tsx'
import { Notice } from '../parts/notice.tsx'
import { startOf } from '../parts/sign-in-again.tsx'
import mark from '../assets/mark.svg'
import { text } from './text.ts'
import classes from './sign-in.module.css'

type Issuer = Body<'get', '/auth/issuers'>['data'][number]

/** What a browser without a session shows: where to sign in, and how to get a link. */
export function SignIn({
  hasEnded,
}: {
  /** Somebody was signed in on this page, whose work waits behind this one. */
  hasEnded: boolean
}) {
  const { title, why, ended } = text.signIn
  const { data, error } = useApi('/auth/issuers')
  // They may have signed in in another tab.
  useQuery({
    ...sessionQuery,
    staleTime: 0,
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    document.title = title
  }, [title])
  // Nothing moves when the buttons arrive. A link works without them.
  if (data === undefined && error === null) return null
  const issuers = data?.data ?? []
  return (
    <main className={classes['page']}>
      <div className={classes['card']}>
        <img src={mark} alt="" width={36} height={36} />
        <h1 className={classes['title']}>{title}</h1>
        {hasEnded ? <Notice tone="warning">{ended}</Notice> : <p className="soft">{why}</p>}
        {issuers.length > 0 && <Issuers issuers={issuers} isBeside={hasEnded} />}
        <ByLink />
      </div>
    </main>
  )
}

function Issuers({
  issuers,
  isBeside,
}: {
  issuers: readonly Issuer[]
  /** In another tab, so that this page stays as it is. */
  isBeside: boolean
}) {
  return (
    <>
      {issuers.map(({ handle, name, url }) => (
        <Button
          key={handle}
          component="a"
          href={startOf(url)}
          {...(isBeside && { target: '_blank', rel: 'noreferrer' })}
          variant="filled"
          size="md"
          fullWidth
          classNames={{ label: classes['issuer'] ?? '' }}
        >
          <Middle text={text.signIn.at(name)} />
        </Button>
      ))}
      <div className={classes['or']}>{text.signIn.or}</div>
    </>
  )
}

function ByLink() {
  const { how, command, forOthers, commandForOthers } = text.signIn
  return (
    <>
      <p>{how}</p>
      <div className={classes['command']}>
        <Id value={command} />
      </div>
      <p className="soft">{forOthers}</p>
      <div className={classes['command']}>
        <Id value={commandForOthers} />
      </div>
    </>
  )
}
