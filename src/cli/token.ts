import { Command, Option } from 'commander'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { bold, print, table } from './output.ts'

type Token = {
  id: string
  name: string
  scopes: string[]
  state: string
  timestamp: { expires_at: string }
}
type CreateOptions = ApiOptions & {
  name: string
  scope?: string[]
  days?: string
  service?: string
}

const path = (service: string | undefined) =>
  service === undefined
    ? '/workspace/tokens'
    : `/workspace/services/${encodeURIComponent(service)}/tokens`
const serviceOption = () =>
  new Option('--service <service>', 'a service’s tokens instead of your own').env('MUSTER_SERVICE')

export function tokenCommand(): Command {
  return new Command('token')
    .description('bearer tokens')
    .addCommand(create())
    .addCommand(list())
    .addCommand(revoke())
}

function create(): Command {
  return withApiOptions(new Command('create'))
    .description('make a token; its secret is shown once')
    .addOption(
      new Option('--name <name>', 'what it is for').env('MUSTER_TOKEN_NAME').makeOptionMandatory(),
    )
    .addOption(
      new Option('--scope <scope...>', 'permissions or patterns (default: *.view)')
        .env('MUSTER_TOKEN_SCOPE')
        .argParser((text, before: string[] | undefined) => [
          ...(before ?? []),
          ...text.split(/[\s,]+/).filter((scope) => scope !== ''),
        ]),
    )
    .addOption(
      new Option('--days <number>', 'its life (default: 90, at most 365)').env('MUSTER_TOKEN_DAYS'),
    )
    .addOption(serviceOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster token create --name laptop\n  $ muster token create --name ci --scope directory.user.view --days 30 --service wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx',
    )
    .action(async (options: CreateOptions) => {
      const body = {
        name: options.name,
        ...(options.scope === undefined ? {} : { scopes: options.scope }),
        ...(options.days === undefined ? {} : { expires_in_days: Number(options.days) }),
      }
      const made = await callApi<Token & { token: string }>(
        options,
        'POST',
        path(options.service),
        body,
      )
      print(
        options.json,
        made,
        () =>
          `${made.id}, until ${made.timestamp.expires_at}. Shown this once:\n\n  ${bold(made.token)}`,
      )
    })
}

function list(): Command {
  return withApiOptions(new Command('list'))
    .description('tokens, without their secrets')
    .addOption(serviceOption())
    .addHelpText('after', '\nExample:\n  $ muster token list')
    .action(async (options: ApiOptions & { service?: string }) => {
      const page = await callApi<{ data: Token[] }>(
        options,
        'GET',
        `${path(options.service)}?page%5Bsize%5D=500`,
      )
      print(options.json, page, () =>
        table(
          page.data.map((token) => [
            token.id,
            token.state,
            token.timestamp.expires_at,
            token.scopes.join(' '),
            token.name,
          ]),
        ),
      )
    })
}

function revoke(): Command {
  return withApiOptions(new Command('revoke'))
    .description('end a token, and every token that was made with it')
    .argument('<token>', 'a token id, wstok_…')
    .addOption(serviceOption())
    .addHelpText('after', '\nExample:\n  $ muster token revoke wstok_01kaf7m2t4e8j9p3q5r7s9v1wx')
    .action(async (token: string, options: ApiOptions & { service?: string }) => {
      await callApi<null>(
        options,
        'DELETE',
        `${path(options.service)}/${encodeURIComponent(token)}`,
      )
      print(options.json, { id: token, state: 'revoked' }, () => `${token} is revoked.`)
    })
}
