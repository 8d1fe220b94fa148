/** The nonce that the server's policy gives to style elements of this page. */
export function styleNonce(): string {
  const meta = document.querySelector('meta[property="csp-nonce"]')
  return meta instanceof HTMLElement ? meta.nonce : ''
}

/** Dialogs keep the page behind them from scrolling with a style element; the package for it asks for the nonce here. */
export function allowOwnStyles(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
