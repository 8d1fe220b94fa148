/** What was read: the name of a file without its folder, or the whole address of a vendor or a directory. */
export function sourceOf(source: string): string {
  if (isAddress.test(source)) return source
  return source.split(/[/\\]/).at(-1) || source
}

const isAddress = /^[a-z]+:\/\//

/** What a run is doing. */
export const phaseWords = {
  reading: 'reading',
  matching: 'matching accounts',
  policy: 'working out access',
  done: 'ending',
} as const

type Progress = { phase: keyof typeof phaseWords; percent: number | null }

/** How much of a file was read, which is only the first part of a run. */
export function readShare({ phase, percent }: Progress): string {
  return phase === 'reading' && percent !== null ? ` ${percent} %` : ''
}
