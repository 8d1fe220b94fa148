import { Command, Option } from 'commander'
import { callApi, withApiOptions, type ApiOptions } from './api-client.ts'
import { describeLogs, type Log } from './describe-log.ts'
import { findUserId } from './find-record.ts'
import { print } from './output.ts'

type Options = ApiOptions & { event?: string; subject?: string; record?: string; limit: string }

export function auditCommand(): Command {
  return new Command('audit').description('the audit log').addCommand(
    withApiOptions(new Command('list'))
      .description('the newest audit rows')
      .addOption(new Option('--event <list>', 'only these events').env('MUSTER_AUDIT_EVENT'))
      .addOption(
        new Option(
          '--subject <user>',
          'only rows about this person: an id, e-mail address, username or name',
        ).env('MUSTER_AUDIT_SUBJECT'),
      )
      .addOption(
        new Option('--record <id>', 'only changes of this record').env('MUSTER_AUDIT_RECORD'),
      )
      .addOption(
        new Option('--limit <number>', 'how many, at most 500')
          .env('MUSTER_AUDIT_LIMIT')
          .default('20'),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  $ muster audit list\n  $ muster audit list --event workspace.service_admin.update --json\n  $ muster audit list --subject ada.moreau@acme.example',
      )
      .action(async (options: Options) => {
        const query = new URLSearchParams({ 'page[size]': options.limit })
        if (options.event !== undefined) query.set('filter[event]', options.event)
        if (options.subject !== undefined)
          query.set('filter[subject]', await findUserId(options, options.subject))
        if (options.record !== undefined) query.set('filter[record]', options.record)
        const page = await callApi<{ data: Log[] }>(
          options,
          'GET',
          `/audit/logs?${query.toString()}`,
        )
        print(options.json, page, () => describeLogs(page.data))
      }),
  )
}
