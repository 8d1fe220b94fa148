import { html } from '../../http/console/html.ts'
import { page } from '../auth/sign-in-page.ts'
import type { SignInFault } from './complete-sign-in.ts'
import type { ProviderFault } from './failure.ts'
import type { Issuer } from './issuer.ts'

/** Why a visitor is not signed in. */
export type PageFault = SignInFault | ProviderFault | 'stale'

/** The status and the words of a refusal. They quote the configuration, and nothing of the request. */
export function faultPage(fault: PageFault, issuer: Issuer): { status: number; text: string } {
  const { status, why } = describe(fault, issuer.name)
  // Beside the page itself.
  const again = html`<p><a href="start">Try again</a></p>`
  return {
    status,
    text: page(
      'You are not signed in',
      html`<p>${why}</p>
        ${again}`,
    ),
  }
}

function describe(fault: PageFault, name: string): { status: number; why: string } {
  switch (fault) {
    case 'stale':
      return {
        status: 400,
        why: 'This sign-in is older than ten minutes, or it began in another browser or window.',
      }
    case 'used':
      return { status: 410, why: 'This sign-in was used already: each works once.' }
    case 'denied':
      return { status: 403, why: `${name} did not sign you in.` }
    case 'invalid':
      return {
        status: 400,
        why: `What ${name} sent is not valid. If this happens again, tell your administrator: the log has the reason.`,
      }
    case 'clock':
      return {
        status: 400,
        why: `The clocks of ${name} and of this server differ: what ${name} sent is valid at another time. Tell your administrator: the log has the reason.`,
      }
    case 'again':
      return {
        status: 403,
        why: `${name} did not confirm that you have just signed in. If this happens again, use a sign-in link, and tell your administrator: the log has the reason.`,
      }
    case 'unreachable':
      return {
        status: 502,
        why: `${name} can’t be reached at the moment. If this lasts, tell your administrator: the log has the reason.`,
      }
    case 'subject':
      return { status: 403, why: `${name} did not identify you in a way that Muster accepts.` }
    case 'unverified':
      return { status: 403, why: `${name} did not confirm your e-mail address.` }
    case 'domain':
      return {
        status: 403,
        why: 'People with an e-mail address of your domain may not sign in here.',
      }
    case 'inactive':
      return {
        status: 403,
        why: 'Your user is not active here. An administrator of Muster can change that.',
      }
  }
}
