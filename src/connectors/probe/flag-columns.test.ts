import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { integrationDefaults } from '../file/mappings/default-mappings.ts'
import { readExport } from '../file/read-export.ts'
import { interpretExport } from './interpret-export.ts'
import { refusalOfUnprobed } from './refuse-unprobed.ts'

function openText(text: string) {
  const name = text.startsWith('[') ? 'people.json' : 'people.csv'
  return { stream: Readable.from([Buffer.from(text)]), name }
}

async function counts(text: string): Promise<string> {
  const { counts: found } = await interpretExport({ open: () => openText(text), most: 100 })
  const { active, suspended, deactivated, refused } = found
  return `${active} active, ${suspended} suspended, ${deactivated} deactivated, ${refused} refused`
}

const oneOfEach = 'Ada Moreau,ada@acme.example'
function table(column: string, [here, other]: readonly [string, string]): string {
  const rows = [`${oneOfEach},${here}`, `Cy Ko,cy@acme.example,${other}`]
  return [`Name,Email,${column}`, ...rows].join('\n')
}

function json(here: object, other: object): string {
  return JSON.stringify([
    { id: '1', name: 'Ada Moreau', email: 'ada@acme.example', ...here },
    { id: '2', name: 'Cy Ko', email: 'cy@acme.example', ...other },
  ])
}

async function areRead(expected: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) assert.equal(await counts(text), expected, text)
}

const suspended = '1 active, 1 suspended, 0 deactivated, 0 refused'
const deactivated = '1 active, 0 suspended, 1 deactivated, 0 refused'
const bothActive = '2 active, 0 suspended, 0 deactivated, 0 refused'

test('columns say in many languages that somebody is locked out', async () => {
  await areRead(suspended, [
    table('Locked', ['no', 'yes']),
    table('Gesperrt', ['nein', 'ja']),
    table('Sign-in blocked', ['FALSE', 'TRUE']),
    table('Login disabled', ['FALSE', 'TRUE']),
    table('Access revoked', ['', 'x']),
    table('Bloqué', ['non', 'oui']),
    table('Bloccato', ['no', 'sì']),
    table('Заблокирован', ['нет', 'да']),
    table('已停用', ['否', '是']),
    json({ accountLocked: false }, { accountLocked: true }),
    json({ loginDisabled: false }, { loginDisabled: true }),
    json({ account: { isLocked: false } }, { account: { isLocked: true } }),
    json({ suspended_at: null }, { suspended_at: '2024-01-01T00:00:00Z' }),
    json({ revoked: false }, { revoked: true }),
    table('Sperre', ['', 'gesperrt']),
    table('Access removed', ['', '12/01/2024']),
    table('Account closed', ['no', 'yes']),
    table('Zugriff entzogen', ['', '01.02.2024']),
    table('Estado de la cuenta', ['Habilitada', 'Deshabilitada']),
    table('Stato account', ['Abilitato', 'Disabilitato']),
    table('Status konta', ['Aktywne', 'Zablokowane']),
    table('Stav účtu', ['Povolen', 'Zakázán']),
    table('Fiók állapota', ['Engedélyezve', 'Letiltva']),
    table('Hesap durumu', ['Etkin', 'Devre dışı']),
    table('Учетная запись', ['Включена', 'Отключена']),
    table('账号状态', ['启用', '禁用']),
    table('Sperrkennzeichen', ['', 'X']),
    table('Sperrdatum', ['', '31.12.2020']),
  ])
})

test('columns say that somebody may come in, and their opposites count', async () => {
  await areRead(suspended, [
    table('Login enabled', ['TRUE', 'FALSE']),
    table('Can log in', ['yes', 'no']),
    table('Can log in', ['x', '']),
    table('Account', ['enabled', 'disabled']),
    table('Account', ['enabled', 'locked']),
    table('Zugang', ['aktiv', 'gesperrt']),
    table('Access', ['Granted', 'Revoked']),
    table('Sign in status', ['Sign-in allowed', 'Sign-in blocked']),
    table('User account control', ['512', '514']),
    json({ has_access: true }, { has_access: false }),
    json({ canSignIn: true }, { canSignIn: false }),
  ])
})

test('columns say who is still there and who has left', async () => {
  await areRead(deactivated, [
    table('Still here?', ['yes', 'no']),
    table('Works here', ['Y', 'N']),
    table('Noch im Unternehmen', ['ja', 'nein']),
    table('Deaktiviert', ['nein', 'ja']),
    table('Désactivé', ['non', 'oui']),
    table('No longer employed', ['no', 'yes']),
    table('In forza', ['sì', 'no']),
    table('Deprovisioned', ['No', 'Yes']),
    table('Zaposlen', ['da', 'ne']),
    table('Dans les effectifs', ['oui', 'non']),
    table('Trabaja actualmente', ['Sí', 'No']),
    table('Çalışıyor mu', ['Evet', 'Hayır']),
    table('在籍フラグ', ['1', '0']),
    table('是否离职', ['否', '是']),
    table('재직여부', ['Y', 'N']),
    table('Employed?', ['✓', '✗']),
    table('Aktivstatus', ['Ja', 'Nein']),
    table('Still volunteering?', ['Yes', 'No - moved away']),
    table('Still teaching here', ['Yes', 'No']),
    table('Do you still work here?', ['Yes', 'No']),
    table('Presently employed', ['Y', 'N']),
    table('Membership lapsed', ['', 'Y']),
    table('On staff?', ['Yes', 'No']),
    table('Act.', ['Y', 'N']),
    table('Vigente', ['Sí', 'No']),
    table('Contrat actif', ['VRAI', 'FAUX']),
    table('Présent au 01/11/2026', ['oui', 'non']),
    table('Enrollment status', ['Enrolled', 'Withdrawn']),
    table('退職', ['', '○']),
    table('アカウント状態', ['有効', '無効']),
    table('계정 상태', ['활성', '비활성']),
    table('Kontostatus', ['Aktivt', 'Inaktiverat']),
    table('Toujours bénévole ?', ['Oui', 'Non']),
    table('Noch Mitglied?', ['ja', 'nein']),
    table('In service', ['Y', 'N']),
    table('Quit', ['', '2020-01-01']),
    table('TERM_FLAG', ['N', 'Y']),
    table('Working Status', ['Working', 'Left']),
    table('Statut contrat', ['En cours', 'Terminé']),
    table('حالة الموظف', ['على رأس العمل', 'مستقيل']),
    table('สถานะพนักงาน', ['ทำงานอยู่', 'ลาออก']),
    table('Active', ['VERDADERO', 'FALSO']),
    json({ is_currently_employed: true }, { is_currently_employed: false }),
  ])
})

test('who could come in until a day that is past is suspended', async () => {
  await areRead(suspended, [
    table('Access until', ['', '2021-01-31']),
    table('Account valid until', ['2999-12-31', '2021-01-31']),
    table('Account expires on', ['', '31/01/2021']),
    table('Login expiry', ['never', '2021-01-31']),
    table('Zugang bis', ['', '31.01.2021']),
    json({ expires_at_time: null }, { expires_at_time: '2021-01-31 00:00:00' }),
    table('Phone,Expires', ['1,', '2,2021-01-31']),
    table('Expiry date', ['2999-12-31', '2021-01-31']),
    table('Department,Last login,Expires', ['Ops,2021-01-02,', 'Ops,2021-01-02,2021-01-31']),
  ])
  await areRead(bothActive, [
    table('Access card expires', ['', '2021-01-31']),
    table('Passport number,Expiry date', ['1,', '2,2021-01-31']),
    table('First aid certificate,Expires', ['yes,', 'yes,2021-01-31']),
    table('Card number,Expires on', ['1,', '2,2021-01-31']),
    table('First aid,Expires', ['yes,', 'yes,2021-01-31']),
    table('Emirates ID,Expiry date', ['1,', '2,2021-01-31']),
    table('DNI,Vencimiento', ['1,', '2,2021-01-31']),
    table('Visita medica,Scadenza', ['si,', 'si,2021-01-31']),
    table('在留資格,有効期限', ['永住,', '技術,2021-01-31']),
    table('Status,Expires', ['Active,', 'Active,2021-01-31']),
    table('Access from', ['', '2021-01-31']),
    table('Password expires on', ['', '2021-01-31']),
    table('Account manager until', ['', '2021-01-31']),
    table('Access until', ['Floor 1', 'Floor 2']),
  ])
})

test('a flag may name its values, or the day that it is of', async () => {
  await areRead(deactivated, [
    table('Current Y/N', ['Y', 'N']),
    table('Active as of 2024-01-01', ['Yes', 'No']),
    table('ACTV_IND', ['Y', 'N']),
  ])
  await areRead(bothActive, [
    table('Active member of the choir', ['Yes', 'No']),
    table('Still has laptop', ['Yes', 'No']),
    table('Still owes deposit', ['No', 'Yes']),
    table('Term', ['1', '2']),
    table('Act', ['III', 'IV']),
    table('ACT', ['Y', 'N']),
    table('AT', ['Y', 'N']),
    table('A.I.', ['yes', 'no']),
    table('Situation', ['M', 'C']),
    table('Situation', ['CDI', 'CDD']),
    table('Etat', ['FR', 'DE']),
    table('Tila', ['A101', 'B202']),
    table('Contract', ['A', 'B']),
    table('Situation familiale', ['M', 'C']),
    table('Card closed', ['no', 'yes']),
    table('Estado de la cuenta', ['Pagada', 'Pendiente']),
    table('Kontostatus', ['ausgeglichen', 'offen']),
    table('Estado de la cuenta bancaria', ['Habilitada', 'Deshabilitada']),
    table('Compte', ['411', '401']),
    table('Stan cywilny', ['wolny', 'zonaty']),
    table('Enrollment', ['Full', 'Half']),
    table('Working', ['Mon-Wed', 'Thu-Fri']),
    table('Block', ['', 'B']),
    table('Familienstatus', ['ledig', 'verheiratet']),
    table('Impfstatus', ['ja', 'nein']),
    table('Eintrittsdatum', ['', '2020-01-01']),
    table('As of', ['2024-01-01', '2024-01-01']),
    table('Actively mentoring', ['Yes', 'No']),
  ])
})

test('a column of leaving that cannot be read is asked about where nothing else says who is there', async () => {
  await areRead('1 active, 0 suspended, 0 deactivated, 1 refused', [
    table('Resignation date', ['', '2024-01-01']),
    table('Leaving reason', ['', 'Relocation']),
    table('Exit status', ['n/a', 'In progress']),
    table('Working', ['Y', 'N']),
    table('Offboarding', ['no', 'scheduled']),
    table('Kündigung', ['', 'zum Quartal']),
    table('Lock reason', ['', 'Fraud']),
    table('Gültig bis,Sperrgrund', ['31.12.9999,', '31.12.9999,Administrator']),
    table('Motif de départ', ['', 'Mutation']),
    table('离职原因', ['', '个人']),
    json({ resignationReason: null }, { resignationReason: 'personal' }),
  ])
  await areRead(bothActive, [
    table('Exit interview', ['', 'done']),
    table('Departure city', ['', 'Paris']),
    table('School leaving certificate', ['', 'A levels']),
    table('Emergency exit', ['', 'North']),
    table('Terminal', ['', 'T1']),
    table('Exit pass', ['A1', 'A2']),
    table('Offboarding', ['no', 'no']),
    table('Leaving reason,Status', [',Active', 'Relocation,Active']),
  ])
})

test('who is active is said by columns in many languages', async () => {
  await areRead(deactivated, [
    table('Aktiv', ['ja', 'nej']),
    table('Aktiv', ['Ja', 'Nei']),
    table('Aktywny', ['tak', 'nie']),
    table('Aktivní', ['ano', 'ne']),
    table('Activ', ['da', 'nu']),
    table('Aktív', ['igen', 'nem']),
    table('Aktif', ['Evet', 'Hayır']),
    table('Actief', ['ja', 'nee']),
    table('Attivo', ['sì', 'no']),
    table('Aktiivinen', ['kyllä', 'ei']),
    table('Активен', ['да', 'нет']),
    table('Активний', ['так', 'ні']),
    table('Ενεργός', ['ναι', 'όχι']),
    table('Hoạt động', ['có', 'không']),
    table('Aktif', ['ya', 'tidak']),
    table('Status', ['ja', 'nej']),
    table('Situación', ['Alta', 'Baja']),
    table('Stav', ['aktivní', 'neaktivní']),
    table('Situação funcional', ['Ativo', 'Aposentado']),
    table('Situación administrativa', ['Servicio activo', 'Jubilación']),
    table('Görev Durumu', ['Görevde', 'Emekli']),
    table('Stare contract', ['Activ', 'Încetat']),
    table('स्थिति', ['कार्यरत', 'सेवानिवृत्त']),
    table('学籍状态', ['在读', '退学']),
    table('在籍状態', ['在学', '除籍']),
    table('Statusas', ['Dirba', 'Atleista']),
  ])
})

test('a column that is called a login may say who can log in', async () => {
  await areRead(suspended, [table('Login', ['enabled', 'disabled']), table('Login', ['yes', 'no'])])
  await areRead(bothActive, [table('Login', ['ada', 'disabled.cy'])])
})

test('an å is no a: Låst says who is locked out, and is no last name', async () => {
  await areRead(suspended, [table('Låst', ['Nej', 'Ja'])])
  const text = 'Fornavn,Efternavn,E-mail,Låst\nAda,Moreau,ada@acme.example,Ja\n'
  const { people } = await interpretExport({ open: () => openText(text), most: 100 })
  assert.deepEqual(
    people.map(({ fullName, state }) => `${fullName}, ${state}`),
    ['Ada Moreau, suspended'],
  )
})

test('ends of contracts are last days, and so is an end beside nothing else that ends', async () => {
  await areRead(deactivated, [
    table('Fin de contrat', ['', '31/12/2024']),
    table('Fine rapporto', ['', '31/12/2024']),
    table('Contract ended on', ['', '2024-12-31']),
    table('Gekündigt zum', ['', '31.12.2024']),
    table('Departure', ['', '31/12/2024']),
    table('Final day', ['', '31/12/2024']),
    table('Last day worked', ['', '31/12/2024']),
    table('Anställd t.o.m.', ['', '2024-12-31']),
    table('Employed until', ['', '2024-12-31']),
    table('Vertrag bis', ['', '31.12.2024']),
    table('Työsuhde päättyi', ['', '31.12.2024']),
    table('Töösuhte lõpp', ['', '31.12.2024']),
    table('Contract until', ['permanent', '31.12.2024']),
    table('Befristet bis', ['', '31.12.2024']),
    table('Jogviszony vége', ['', '2024.12.31']),
    json({ dtContractEnd: null }, { dtContractEnd: '2024-12-31' }),
    table('End', ['', '12/31/24']),
    json({ leave_date: null }, { leave_date: '2024-01-01' }),
    json({ retire_date: null }, { retire_date: '2024-01-01' }),
    table('Resign Date', ['', '31/12/2024']),
    table('Start,Finish', [',', '2023-01-01,2024-12-31']),
    table('Finish date', ['', '31/12/2024']),
    table('From,To', ['2020-01-01,', '2020-01-01,2024-12-31']),
    table('Member until', ['', '31/12/2024']),
    table('Mitgliedschaft bis', ['', '31.12.2024']),
    table('Kündigung zum', ['', '31.12.2024']),
    table('Abgang', ['', '31.12.2024']),
    table('Term expires', ['31/12/2999', '31/12/2024']),
    table('Start,Leave', ['2020-01-01,', '2020-01-01,2024-12-31']),
    table('In servizio fino al', ['', '31/12/2024']),
    table('Dienstverband t/m', ['', '31-12-2024']),
    table('Anställningen upphör', ['', '2024-12-31']),
    table('Stosunek pracy do', ['czas nieokreślony', '31.12.2024']),
    table('Дата на напускане', ['', '31.12.2024']),
    table('Datum odlaska', ['', '31. 12. 2024']),
    table('Datum prenehanja', ['', '31. 12. 2024']),
    table('Atleidimo data', ['', '2024-12-31']),
    table('Lahkumise kuupäev', ['', '31.12.2024']),
    table('Hætti', ['', '31.12.2024']),
    table('AV beendet am', ['', '31.12.2024']),
    table('Aktiv bis', ['', '31.12.2024']),
    table('LWD', ['', '01-Feb-24']),
    table('Employer termination date', ['', '2024-12-31']),
    table('Date left employer', ['', '2024-12-31']),
    table('Austr.', ['', '31.12.2024']),
  ])
  await areRead(bothActive, [
    table('Project,End', ['Apollo,', 'Apollo,2024-12-31']),
    table('Leave type,Leave date', [',', 'PTO,2024-12-31']),
    table('Probation end', ['', '2024-12-31']),
    table('Employed from', ['', '2024-12-31']),
    table('Koeaika päättyy', ['', '31.12.2024']),
    table('Last day of leave', ['', '31/12/2024']),
    table('End', ['Brighton', 'Hove']),
    table('Last day active', ['', '2024-12-31']),
    table('Last day online', ['', '2024-12-31']),
    table('Last login day', ['', '2024-12-31']),
    table('Last day in office', ['', '2024-12-31']),
    table('Final day of bootcamp', ['', '2024-12-31']),
    table('Last working day of the month', ['', '2024-12-31']),
    table('Departure time', ['', '2024-12-31 10:00']),
    table('Project,Finish', ['Apollo,', 'Apollo,2024-12-31']),
    table('Start,Finish', ['09:00,17:00', '08:00,16:00']),
    table('Retirement savings since', ['', '2020-12-31']),
    table('Shift finish', ['', '2024-12-31']),
    table('Prøvetid opphør', ['', '2024-12-31']),
    table('Leave,Leave type', [',', '2024-12-31,PTO']),
    table('Leave', ['', '2024-12-31']),
    table('To', ['', '2024-12-31']),
    table('From,To', ['Zone 1001,', 'Zone 1002,Zone 1003']),
    table('End', ['', 'Room 2020']),
    table('Parental,From,To', ['no,,', 'yes,2024-01-01,2024-05-01']),
    table('Sick,From,To', [',,', 'yes,2024-01-01,2024-05-01']),
    table('Deputy,From,To', ['Bo,2020-01-01,', 'Li,2020-01-01,2024-01-01']),
    table('Shift,From,To', ['A,2020-01-01,', 'B,2020-01-01,2024-12-31']),
    table('From,To', ['2020-01-01,2024-12-31', '2020-01-01,2024-12-31']),
    table('Gym membership until', ['', '2024-12-31']),
    table('Abgangszeugnis', ['', '2024-12-31']),
  ])
})

test('a month of leaving says no day, and has to be asked about', async () => {
  await areRead('1 active, 0 suspended, 0 deactivated, 1 refused', [
    table('Exit', ['', '01.2024']),
    table('Austritt', ['', 'Januar 2024']),
    table('Abgang', ['', '2024']),
    table('Quit', ['', '2024']),
    table('Departure', ['', 'Q4 2023']),
  ])
})

test('what is locked or enabled of other things says nothing of the people', async () => {
  await areRead(bothActive, [
    table('Account', ['Acme', 'Globex']),
    table('Locked', ['D-12', 'D-14']),
    table('Desk locked', ['no', 'yes']),
    table('Phone disabled', ['no', 'yes']),
    table('MFA enabled', ['yes', 'no']),
    table('Parking access', ['yes', 'no']),
    table('Handed', ['right', 'left']),
    table('Marital Status', ['S', 'M']),
    table('Work status', ['Remote', 'Hybrid']),
    table('Membership status', ['Gold', 'Silver']),
    table('Situación', ['Madrid', 'Sevilla']),
    table('Background check status', ['Active', 'Expired']),
    table('Work permit status', ['Active', 'Expired']),
    table('Probation status', ['Active', 'Completed']),
    json({ manager: { disabled: false } }, { manager: { disabled: true } }),
    json({ emails: [{ disabled: false }] }, { emails: [{ disabled: true }] }),
  ])
})

test('a status of which everybody has a 0 has to be asked about, and a flag has not', async () => {
  await areRead('0 active, 0 suspended, 0 deactivated, 2 refused', [
    table('user_status', ['0', '0']),
    table('Status', ['0', '0']),
  ])
  await areRead(deactivated, [table('Status', ['1', '0'])])
  await areRead(bothActive, [
    table('Deleted', ['0', '0']),
    table('suspended', ['0', '0']),
    table('Status', ['1', '1']),
  ])
})

test('what is said of a person is no state of the account', async () => {
  await areRead(bothActive, [
    table('Military status', ['None', 'Retired']),
    table('Activity level', ['Active', 'Inactive']),
    table('Disabled (disability)', ['No', 'Yes']),
    table('Left team on', ['', '2021-12-31']),
    table('Disabled person', ['No', 'Yes']),
    table('Previous employer left', ['', '2021-12-31']),
    table('Gender,Disabled', ['F,No', 'M,No']),
  ])
  await areRead('1 active, 0 suspended, 0 deactivated, 1 refused', [
    table('Gender,Disabled', ['F,No', 'M,Yes']),
  ])
  await areRead(suspended, [table('Office,Disabled', ['HQ,No', 'HQ,Yes'])])
})

test('codes in a column that is called a status have to be asked about', async () => {
  await areRead('0 active, 0 suspended, 0 deactivated, 2 refused', [
    table('Job Status', ['C', 'L']),
    table('Employment State Code', ['A', 'T']),
    table('ACTIVE_FLG', ['A', 'I']),
    table('A/I', ['A', 'I']),
    table('MA-Status', ['A', 'X']),
    table('Etat', ['A', 'S']),
    table('État du compte', ['Ouvert', 'Fermé']),
    table('REC_STATUS', ['A', 'D']),
    table('Statusas', ['Pareigose', 'Išėjo']),
    table('Job Status', ['Seconded', 'Gone fishing']),
  ])
  const open = () => openText(table('Job Status', ['C', 'L']))
  const { unknownStates } = await interpretExport({ open, most: 100 })
  assert.deepEqual(
    unknownStates.map(({ path, value }) => `${path} ${value}`),
    ['Job Status C', 'Job Status L'],
  )
})

test('a status of which some words are known is one of people, and its other words have to be asked about', async () => {
  await areRead('1 active, 0 suspended, 0 deactivated, 1 refused', [
    table('Work status', ['Active', 'Seconded']),
    table('Situación', ['Alta', 'Cedido']),
    table('Situação funcional', ['Ativo', 'Cedido']),
  ])
})

test('the most restrictive of several columns counts', async () => {
  await areRead(suspended, [table('Status,Gesperrt', ['aktiv,nein', 'aktiv,ja'])])
})

test('beside a state a lock ends by itself', async () => {
  await areRead(bothActive, [table('Status,Locked', ['Active,no', 'Active,yes'])])
})

test('without a mapping of its own such a table is refused, whatever its first rows say', async () => {
  const { mapping } = integrationDefaults('file', '')
  for (const value of ['no', 'yes'])
    await assert.rejects(
      Array.fromAsync(
        readExport({
          ...openText(table('Sign-in blocked', ['no', value])),
          mapping,
          examine: refusalOfUnprobed(mapping, '2026-06-15'),
        }),
      ),
      /needs a mapping of its own.*Sign-in blocked|needs a mapping of its own.*Line 3/,
    )
})

test('how a column writes its times is no part of what it is called', async () => {
  await areRead(deactivated, [
    table('Deactivated date (UTC)', ['', '"Mar 1, 2024"']),
    table('Left (DD/MM/YYYY)', ['', '01/03/2024']),
    table('Ausgeschieden [TT.MM.JJJJ]', ['', '01.03.2024']),
    table('Departure date (UTC)', ['', '2024-03-01']),
    table('Removed on', ['', '2024-03-01']),
    table('Date of deactivation', ['', '2024-03-01']),
  ])
  await areRead(suspended, [
    table('Suspended date (UTC)', ['', '2024-03-01']),
    table('Blocked at (local time)', ['', '2024-03-01']),
  ])
})

test('a word among last days leaves the others last days, and has to be asked about', async () => {
  const rows = 'Ada Moreau,ada@acme.example,\nCy Ko,cy@acme.example,31/01/2024\n'
  for (const column of ['End', 'Contract until', 'Leaver date'])
    assert.equal(
      await counts(`Name,Email,${column}\n${rows}Bo Ek,bo@acme.example,to be agreed\n`),
      '1 active, 0 suspended, 1 deactivated, 1 refused',
      column,
    )
  assert.equal(
    await counts(`Name,Email,End\n${rows}Bo Ek,bo@acme.example,sofa\nDi Po,di@acme.example,hall\n`),
    '4 active, 0 suspended, 0 deactivated, 0 refused',
  )
})

test('a membership may be in force or over, and may also be of a kind', async () => {
  await areRead(deactivated, [
    table('Mitgliedschaft', ['laufend', 'beendet']),
    table('Membership', ['Active', 'Terminated']),
    table('Lifecycle state', ['active', 'terminated']),
  ])
  await areRead(bothActive, [
    table('Mitgliedschaft', ['Familie', 'Einzel']),
    table('Membership', ['Gold', 'Silver']),
  ])
})

test('columns say in more ways that somebody is there, was deleted or has left', async () => {
  await areRead(deactivated, [
    table('User deleted', ['FALSE', 'TRUE']),
    table('Account archived', ['no', 'yes']),
    table('gelöscht', ['nein', 'ja']),
    table('Löschkennzeichen', ['', 'X']),
    table('Compte supprimé', ['non', 'oui']),
    table('Ruhestand ab', ['', '01.01.2020']),
    table('Working here?', ['Yes', 'No']),
    table('Em atividade', ['Sim', 'Não']),
    table('Alta/Baja', ['Alta', 'Baja']),
    table('Date fin', ['', '31/03/2024']),
    json({ userDeleted: false }, { userDeleted: true }),
  ])
  await areRead(suspended, [table('Enabled/Disabled', ['enabled', 'disabled'])])
  await areRead(bothActive, [
    table('Ruhestand ab', ['', '01.01.2099']),
    table('Archived mails', ['1', '5']),
  ])
  await areRead('1 active, 0 suspended, 0 deactivated, 1 refused', [
    table('Abgang', ['', '03/24']),
    table('OU', ['acme.example/Staff', 'acme.example/Disabled Users']),
    table('canonicalName', ['acme.example/Staff/Ada Moreau', 'acme.example/Leavers/Cy Ko']),
    table('Member of', ['Everyone', 'Disabled Users']),
  ])
})

test('employment that is past, and a person who is retired from service, are over', async () => {
  await areRead(deactivated, [
    table('Employment', ['Current', 'Past']),
    table('Former employee', ['no', 'yes']),
    table('Stand', ['', 'a.D.']),
    table('Stand', ['', 'a. D.']),
  ])
  await areRead('1 active, 0 suspended, 0 deactivated, 1 refused', [
    table('Présent', ['O', 'N']),
    table('Présent', ['oui', 'non']),
  ])
  await areRead(bothActive, [
    table('Employment', ['Full-time', 'Job share']),
    table('Employment', ['Teacher', 'Nurse']),
    table('Stand', ['01.11.2026', '01.11.2026']),
    table('Stand', ['A12', 'B3']),
    table('Stand', ['A', 'B']),
    table('Present', ['Y', 'N']),
    table('Present', ['Book', 'Voucher']),
  ])
})
