/** What to do about a fault that may pass. Not every source has a schedule. */
export const tryAgain = 'Try again later, or wait for the next run of its schedule.'

/** What a failure to connect by TLS means, by its code. `isLasting`: trying again at once would not help. */
type Explained = { text: string; isLasting: boolean }

export function explainConnection(code: string): Explained | undefined {
  const lasting = lastingFaults[code]
  if (lasting !== undefined) return { text: lasting, isLasting: true }
  const passing = passingFaults[code]
  return passing === undefined ? undefined : { text: passing, isLasting: false }
}

const certificateHelp =
  'The certificate can’t be verified. Put the certificate of the authority that issued it into `ca`; nothing was sent.'

const plainServer = 'The server does not speak TLS there. Correct the port of the `url`.'

const unreachable =
  'The host can’t be reached: a firewall blocks it, or there is no route to it. Check the network of the machine that runs Muster.'

const lastingFaults: Readonly<Record<string, string>> = {
  ENOTFOUND:
    'The host name can’t be resolved. Correct the `url`, or the DNS of the machine that runs Muster.',
  EPROTO: plainServer,
  ERR_SSL_WRONG_VERSION_NUMBER: plainServer,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainServer,
  CERT_HAS_EXPIRED: 'The certificate of the server has expired. Renew it there; nothing was sent.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another name. Use a name of the certificate in the `url`; nothing was sent.',
  SELF_SIGNED_CERT_IN_CHAIN: certificateHelp,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificateHelp,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateHelp,
  UNABLE_TO_GET_ISSUER_CERT: certificateHelp,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificateHelp,
}

const passingFaults: Readonly<Record<string, string>> = {
  EAI_AGAIN: `The host name can’t be resolved at the moment. ${tryAgain}`,
  ECONNREFUSED: 'Nothing listens there. Correct host and port of the `url`, or start the server.',
  ECONNRESET: `The server closed the connection. ${tryAgain}`,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: 'The server does not answer. A firewall may drop the connection.',
  ABORT_ERR: `The server does not answer in time. ${tryAgain}`,
}
