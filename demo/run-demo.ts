import { rm } from 'node:fs/promises'
import { connectDemo } from './connect-demo.ts'
import { bold, dim, print, say } from '../src/cli/output/output.ts'
import { clearLine } from '../src/cli/output/progress.ts'
import { endSignal, untilAborted } from '../src/end-signal.ts'
import type { Demo } from './build-demo.ts'
import { makeDemoDirectory, openDemo } from './open-demo.ts'

export type DemoOptions = {
  people: number
  seed: number
  port: number
  keep?: boolean
  once?: boolean
  json?: boolean
}

/** Generates, imports and serves the organisation until it is interrupted, and removes what it created. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const signal = endSignal()
  const startedAt = performance.now()
  const directory = await makeDemoDirectory('muster-demo-')
  say(
    `Starting PostgreSQL and writing the exports of ${options.people.toLocaleString('en')} people in ${directory} …`,
  )
  try {
    const { running, demo } = await openDemo({ ...options, directory, signal, whenOpen: sayOpen })
    try {
      const sign_in_url = await signInLink(demo)
      const seconds = (performance.now() - startedAt) / 1000
      print(
        options.json,
        { ...demo, sign_in_url, seconds: Number(seconds.toFixed(1)), directory },
        describe({ ...demo, sign_in_url }, seconds, directory),
      )
      if (options.once !== true) await untilAborted(signal)
    } finally {
      await running.stop()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (options.keep !== true) await rm(directory, { recursive: true, force: true })
  }
}

type ReadyDemo = Demo & { sign_in_url: string }

type OpenDemo = Pick<Demo, 'url' | 'token'>

/** The link of the end is another one: this one may have been opened. */
async function sayOpen(demo: OpenDemo): Promise<void> {
  const link = await signInLink(demo)
  clearLine()
  say(`
${bold('The console is there')}, and shows what is imported so far. As the owner, once, within ten minutes:
  ${link}
`)
}

/** Signs the owner in, once. */
async function signInLink({ url, token }: OpenDemo): Promise<string> {
  const muster = connectDemo({ url, token })
  return (await muster.post('/auth/sign-in-link', { body: {} })).url
}

function describe(demo: ReadyDemo, seconds: number, directory: string): string {
  const { url, token, move, sign_in_url } = demo
  const why = `bin/muster user why ${move.email} ${move.group}`
  return `
${bold(`Muster is ready at ${url}`)} ${dim(`(${demo.people.toLocaleString('en')} people in ${seconds.toFixed(1)} s; reference at ${url}/docs)`)}

${bold('In a browser')}, as the owner, within ten minutes. The link works once:
  ${sign_in_url}
  ${dim(`A new one: bin/muster sign-in-link --public-origin ${url} --data-directory ${directory}/data`)}

${bold('In a second terminal')}, as the owner:
  export MUSTER_URL=${url} MUSTER_TOKEN=${token} DEMO_EXPORTS=${directory}/exports

${bold('1. What somebody has, and why:')}
  bin/muster user access ${demo.user_email}

${bold(`2. Move somebody from ${move.from} to ${move.to} at the source. Why they are not in the group, the change, and why they are in it:`)}
  ${why}
  sed -i.before '/"email":"${move.email}"/s/"department":"${move.from}"/"department":"${move.to}"/' $DEMO_EXPORTS/idp-users.jsonl && bin/muster import $DEMO_EXPORTS/idp-users.jsonl --integration idp
  ${why}

${bold('3. Change a service admin’s role, and see who did it:')}
  bin/muster service admin set ${demo.service_handle} ${demo.admin_email} audit
  bin/muster audit list --event workspace.service_admin.update --limit 1

${bold('The API says all of this to scripts:')}
  curl -s -H "Authorization: Bearer $MUSTER_TOKEN" '${url}/api/v1/directory/users/${demo.user_id}?include=policy-users,policy-rules-manifest,policy-rulesets-count'

${dim('docs/tutorial.md goes on from here in ten minutes. Ctrl-C stops it and removes everything it made.')}`
}
