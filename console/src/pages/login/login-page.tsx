import { Button } from '@mantine/core'
import { muster } from '../../api/muster.ts'
import { useSession } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import { ChangeError } from '../../parts/change-error.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { useNow } from '../../parts/use-now.ts'
import { text } from './text.ts'
import classes from './login.module.css'

/** Where a person confirms that `muster login` may have a token of theirs. */
export function LoginPage() {
  const [search] = useUrlState()
  const request = loginRequestOf(search)
  return (
    <Page title={text.title}>
      {request === undefined ? (
        <EmptyState title={text.none} command={text.noneCommand}>
          {text.noneWhy}
        </EmptyState>
      ) : (
        <Scroll>
          <Confirmation request={request} />
        </Scroll>
      )}
    </Page>
  )
}

function Confirmation({ request }: { request: LoginRequest }) {
  const change = useChange(async () => {
    const created = await muster.post('/auth/login-codes', { body: request })
    if (created.url !== null) location.assign(created.url)
    return created
  })
  if (change.data !== undefined) return <Outcome {...change.data} />
  const isCopied = request.redirect_uri === undefined
  return (
    <Section title={text.created} detail={text.intro(text.noneCommand)}>
      <div className={classes['request']}>
        <TokenFacts request={request} />
        <Notice tone="warning">{isCopied ? text.notYoursCopied : text.notYours}</Notice>
        {change.error !== null && <ChangeError error={change.error} />}
        <Button variant="filled" loading={change.isPending} onClick={() => change.mutate()}>
          {text.confirm}
        </Button>
      </div>
    </Section>
  )
}

const usualDays = 90
const dayMilliseconds = 86_400_000
const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

function TokenFacts({ request }: { request: LoginRequest }) {
  const { name, scopes, redirect_uri: redirect, expires_in_days: days = usualDays } = request
  const end = new Date(useNow().getTime() + days * dayMilliseconds)
  return (
    <Facts
      of={{
        [text.name]: name,
        [text.owner]: useSession().owner_name,
        [text.scopes]: scopes?.join(', ') ?? text.reads,
        [text.until]: Number.isNaN(end.getTime())
          ? undefined
          : text.untilAtLatest(dateFormat.format(end)),
        [text.goesTo]: redirect === undefined ? text.copied : text.here(hostOf(redirect)),
      }}
    />
  )
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

function Outcome({ code, url }: { code: string; url: string | null }) {
  return url === null ? (
    <Section title={text.code} detail={text.codeWhy}>
      <Id value={code} />
    </Section>
  ) : (
    <p role="status">{text.sent}</p>
  )
}

/** What a command asks for, by the address that it opened. */
export type LoginRequest = {
  name: string
  challenge: string
  redirect_uri?: string
  state?: string
  scopes?: string[]
  expires_in_days?: number
}

/** The page names the computer that asks, so an address elsewhere is no request. The API decides what it may be. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}\//

/** The request of an address; undefined where it is none. What its values may be is decided by the API. */
export function loginRequestOf(search: UrlState): LoginRequest | undefined {
  const { name, challenge, redirect_uri, state, scopes, days } = search
  if (name === undefined || challenge === undefined) return undefined
  if (redirect_uri !== undefined && !loopback.test(redirect_uri)) return undefined
  return {
    name,
    challenge,
    ...(redirect_uri !== undefined && { redirect_uri }),
    ...(state !== undefined && { state }),
    ...(scopes !== undefined && { scopes: scopes.split(',') }),
    ...(days !== undefined && { expires_in_days: Number(days) }),
  }
}
