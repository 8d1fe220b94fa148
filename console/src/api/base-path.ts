const written = document
  .querySelector<HTMLMetaElement>('meta[name="muster-base-path"]')
  ?.content.replace('__BASE_PATH__', '')

/** The path below which this console is, such as `/muster`: empty as a rule, and in development. */
export const basePath: string = written ?? ''
