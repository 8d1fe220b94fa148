import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePathOf } from '../../contract/public-origin.ts'
import { logWrite } from '../../http/route/request-log.ts'
import { foreignOriginMessage, isSameOrigin } from '../../http/callers/same-origin.ts'
import type { Services } from '../../http/route/services.ts'
import { sessionCookie, sessionHashOf } from '../../http/callers/session-cookie.ts'
import { linkFault, openSession, sessionLifeSeconds, type LinkFault } from './open-session.ts'
import { pageHeaders, showPage } from './show-page.ts'
import { askingPage, refusingPage } from './sign-in-page.ts'

type WithCode = { Params: { code: string } }
type Request = FastifyRequest<WithCode>

const faults: Record<LinkFault, { status: number; why: string }> = {
  unknown: { status: 404, why: 'There is no such link. Was all of its address copied?' },
  used: { status: 410, why: 'This link was used already: each works once.' },
  expired: { status: 410, why: 'This link is too old: each works for ten minutes.' },
  inactive: {
    status: 410,
    why: 'The user of this link may not sign in any more, or its creator no longer has the permissions for it.',
  },
  changed: {
    status: 410,
    why: 'The permissions of the user of this link have changed since.',
  },
}

/** Adds the pages behind a sign-in link, outside the API: GET shows a button, POST uses the link up. */
export function registerSignInPages(server: FastifyInstance, services: Services): void {
  void server.register(async (pages) => {
    // A form's body says nothing that the address does not; elsewhere a form is 415.
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    )
    pages.get<WithCode>('/sign-in/:code', async (request, reply) => {
      const { database } = services
      const fault = await linkFault(database.read, request.params.code, database.now())
      return fault === undefined
        ? showPage(request, reply, 200, askingPage())
        : showFault(services, request, reply, fault)
    })
    pages.post<WithCode>(
      '/sign-in/:code',
      {
        config: { operation: 'openSession' },
        onResponse: async (request, reply) => logWrite(request, reply),
      },
      (request, reply) => signIn(services, request, reply),
    )
  })
}

async function signIn(
  services: Services,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, publicOrigin } = services
  // Without it another site could sign a visitor in as any person.
  if (!isSameOrigin(request.headers, publicOrigin)) {
    const why = `${foreignOriginMessage(publicOrigin)} Open the link in a browser.`
    return showPage(request, reply, 403, refusingPage('You are not signed in', why))
  }
  const opened = await openSession(database, {
    code: request.params.code,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    idleSeconds: services.sessionIdleSeconds,
    earlierSessions: sessionHashOf(request.headers.cookie, publicOrigin),
  })
  if ('fault' in opened) return showFault(services, request, reply, opened.fault)
  return reply
    .headers(pageHeaders(request))
    .header('set-cookie', sessionCookie(opened.secret, sessionLifeSeconds, publicOrigin))
    .redirect(`${basePathOf(publicOrigin)}/`, 303)
}

function showFault(
  { wrongTokens }: Services,
  request: Request,
  reply: FastifyReply,
  fault: LinkFault,
): FastifyReply {
  const tooMany = fault === 'unknown' ? wrongTokens?.count(request.raw) : undefined
  if (tooMany !== undefined) {
    void reply.headers(tooMany.headers)
    return showPage(request, reply, 429, refusingPage('Try again later', tooMany.message))
  }
  const { status, why } = faults[fault]
  const next = 'Ask for a new one, or make it with muster sign-in-link.'
  return showPage(request, reply, status, refusingPage('This link opens nothing', `${why} ${next}`))
}
