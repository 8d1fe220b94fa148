/** The path of a command's listener, which the address of a redirect must have. */
export const loginRedirectPath = '/muster-login'

const loopback = new RegExp(
  String.raw`^http://(127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}${loginRedirectPath}$`,
)

/** True for the address of a listener on the person's own machine. Names are refused: they can lead elsewhere. */
export function isLoginRedirect(address: string): boolean {
  return loopback.test(address) && URL.canParse(address)
}
