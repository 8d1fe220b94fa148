import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofKind, read } from '../../../test/read-export-text.ts'

test('the first passwords of new accounts are stored nowhere, and what is said of passwords is kept', async () => {
  const secrets = [
    'TempPassword',
    'Initial Password [required]',
    'Password (initial)',
    'password_plain',
    'Passwort neu',
    'Reset Password',
    'reset_password_token',
    'session_token',
    'recovery_codes',
    'Kennwort',
    'user_pwd',
    'Şifre',
    'client secret',
    'userPassword;lang-en',
  ]
  const others = [
    'Change Password',
    'PasswordNeverExpires',
    'PasswordNotRequired',
    'PasswordLastSet',
    'lastPasswordChangeDateTime',
    'badPwdCount',
    'passwordPolicies',
    'Has password',
    'Top Secret',
  ]
  const columns = [...secrets, ...others]
  const table = `ID,First Name,Last Name,${columns.join(',')}\namoreau,Ada,Moreau,${columns.map(() => 'x').join(',')}\n`
  const [account] = ofKind(await read('file', table), 'account')
  assert.deepEqual(
    columns.filter((name) => Object.hasOwn(account?.profile ?? {}, name)),
    others,
  )
})
