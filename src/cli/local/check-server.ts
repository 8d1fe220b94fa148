import { createMuster } from '../../../sdk/src/index.ts'
import { build, describeBuild, type Build } from '../../database/build.ts'
import type { ServerChoice } from '../command-line/options.ts'
import { failed, fine, warned, type Check } from './check.ts'
import { connectTo, originOf, targetOf } from '../connection/connect.ts'
import { explainError } from '../api/explain-error.ts'
import { localTime } from '../output/output.ts'
import { modeOf, serversFile } from '../connection/stored-servers.ts'

/** Files with tokens in them are for their owner only. */
export async function checkTokenFile({ tokenFile }: ServerChoice): Promise<Check[]> {
  const files = [serversFile(), ...(tokenFile === undefined ? [] : [tokenFile])]
  return Promise.all(files.map(checkMode))
}

async function checkMode(file: string): Promise<Check> {
  const mode = await modeOf(file)
  if (mode === undefined) return fine('token file', `there is none at ${file}`)
  const octal = mode.toString(8).padStart(4, '0')
  return (mode & 0o077) === 0
    ? fine('token file', `${file} has mode ${octal}`)
    : failed('token file', `Others can use ${file} (mode ${octal})`, `Run: chmod 600 ${file}`)
}

/** Whether a server answers, in which version, and how long the token lasts. */
export async function checkServer(options: ServerChoice): Promise<Check[]> {
  try {
    const { url, token } = await targetOf(options)
    const found = await buildOf(url)
    if ('check' in found) return [found]
    const message = `${url} answers with Muster ${describeBuild(found)}`
    const next = `This is ${describeBuild(build())}. Use the same version on both sides.`
    const isSame = found.version === build().version && found.schema === build().schema
    const server = isSame ? fine('server', message) : warned('server', message, next)
    return [server, token === undefined ? noToken(url) : await checkToken(url, token)]
  } catch (error) {
    return [failed('server', explainError(error), 'Give --url and --token, or run: muster login')]
  }
}

async function buildOf(url: string): Promise<Build | Check> {
  try {
    const muster = createMuster({ origin: originOf(url), retries: 0 })
    return await muster.get('/auth/version')
  } catch (error) {
    return warned('server', explainError(error), 'Start it with: muster serve')
  }
}

function noToken(url: string): Check {
  return warned('token', `There is none for ${url}`, `Run: muster login --url ${url}`)
}

const soonMilliseconds = 7 * 86_400_000

async function checkToken(url: string, token: string): Promise<Check> {
  try {
    const { expires_at: end } = await connectTo(url, token).muster.get('/auth/test')
    const message = `is valid until ${localTime(end)}`
    return Date.parse(end) - Date.now() > soonMilliseconds
      ? fine('token', message)
      : warned('token', message, 'Make another: muster token create --name … ')
  } catch (error) {
    return failed('token', explainError(error), `Run: muster login --url ${url}`)
  }
}
