/** The server sent what is not read any further. The message says what it is and what to do. */
export class ResponseRefused extends Error {
  override name = 'ResponseRefused'
}

export const notLdap = (detail: string): ResponseRefused =>
  new ResponseRefused(
    `The server sent something that is not an LDAP message (${detail}), and the connection was closed. Is this an LDAP port, and encrypted or not as the \`url\` says? If it is, ask who runs the server.`,
  )
