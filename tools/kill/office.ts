// What the clerks of a business do, story by story: they pay many transfers at once from a balance, by
// bank or by direct debit, change their minds, and send money to whom they know by e-mail only.

import { setTimeout as sleep } from 'node:timers/promises'
import { CANCELLED_AT_ONCE_MAX } from '../../src/batches/cancel-members.ts'
import type { Asked } from './ask.ts'
import { type Book, type Debit, expected, type Group, minorOf, type Sent } from './book.ts'
import { randomOf } from './random.ts'
import { ways } from './stories.ts'
import {
  isOwnPayment,
  makes,
  moves,
  notePaid,
  optionOf,
  pays,
  type Quote,
  quotes,
  recipientOf,
  repeat,
  type Teller,
  takesDollars,
  tell,
  topsUp,
} from './tell.ts'

const LOW_MINOR = 500_000
const ENOUGH_MINOR = 2_000_000
const MEMBERS = { least: 1, most: 5 }
const LARGE = CANCELLED_AT_ONCE_MAX + 10
/** So many members are added to one group at the same time. */
const HANDS = 4
const SEEDS = 2 ** 31
const CLOSED_FIRST = 0.5
const ANOTHER_ACCOUNT = 0.2
const DEBIT_FAILS = 0.15
const CHARGED_BACK = 0.7
const SETTLED_BY_BOUNCE = 0.5
const CANCELLED_WITHIN_MS = 60_000
/** A link whose sending was cut off is sent again later: its story is told to the end later. */
const MAIL_WITHIN_MS = 3000
const POLL_MS = 50

/** One story, chosen by chance. */
export async function tellOfficeStory(teller: Teller, book: Book): Promise<void> {
  if (book.pounds.minor < LOW_MINOR) return topsUp(teller, book, 'pounds', ENOUGH_MINOR)
  const story = teller.random.pick([paysTogether, debits, debits, invites, cancelsGroup])
  return story(teller, book)
}

type Member = { readonly sent: Sent; readonly quote: Quote }

async function paysTogether(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const { group, members } = await fillsGroup(teller, book, 'GBP', sizeOf(teller))
  await endsGroup(teller, book, group, 'COMPLETED')
  const by = random.pick(['BALANCE', 'BANK_TRANSFER'] as const)
  if (by === 'BALANCE') await fundsGroup(teller, book, group)
  else await paysGroupByBank(teller, book, group)
  notesGroupPaid(book, group, members, by)
  for (const { sent } of members) await movesOn(teller, book, sent)
}

function sizeOf({ random }: Teller): number {
  return random.between(MEMBERS.least, MEMBERS.most)
}

/** From `processing` to anywhere. */
async function movesOn(teller: Teller, book: Book, sent: Sent): Promise<void> {
  const paid = Object.values(ways).filter(([first]) => first === 'processing')
  const way = teller.random.pick(paid as [(typeof paid)[number], ...typeof paid])
  for (const status of way.slice(1)) await moves(teller, book, sent, status)
}

async function fillsGroup(
  teller: Teller,
  book: Book,
  currency: 'GBP' | 'CAD',
  size: number,
): Promise<{ group: Group; members: Member[] }> {
  const { random } = teller
  const group = await opensGroup(teller, book, currency)
  const recipient = await recipientOf(teller, book)
  const members: Member[] = []
  let inHand = 0
  const hand = async () => {
    while (group.members.length + inHand < size) {
      inHand++
      // Chance of its own: whichever hand is faster, the same seed tells the same story.
      const mine = { ...teller, random: randomOf(random.whole(SEEDS), 'a member') }
      const quote = await quotes(mine, book, {
        sourceCurrency: currency,
        targetAccount: recipient,
      })
      const route = `POST ${pathOf(book, group)}/transfers`
      const sent = await makes(mine, book, route, { quote, recipient })
      inHand--
      group.members.push(sent)
      members.push({ sent, quote })
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  return { group, members }
}

/** The name acts like a key. */
async function opensGroup(teller: Teller, book: Book, currency: string): Promise<Group> {
  const asked: Asked = {
    route: `POST /v3/profiles/${book.profileId}/batch-groups`,
    body: { sourceCurrency: currency, name: teller.random.uuid() },
  }
  const { body } = expected(await tell(teller, book, asked), [201], 'a batch group')
  await repeat(teller, book, asked, (again) => again.id === body.id)
  const group: Group = { id: body.id, members: [], status: 'NEW', paid: false }
  book.groups.set(group.id, group)
  return group
}

function pathOf({ profileId }: Book, { id }: Group): string {
  return `/v3/profiles/${profileId}/batch-groups/${id}`
}

async function looksAt(teller: Teller, book: Book, group: Group) {
  const route = `GET ${pathOf(book, group)}`
  return expected(await tell(teller, book, { route }), [200], 'a look at a group').body
}

/** A change names the version it was decided on: a second try may meet what the first has done. */
async function endsGroup(
  teller: Teller,
  book: Book,
  group: Group,
  status: 'COMPLETED' | 'CANCELLED',
): Promise<void> {
  const { version } = await looksAt(teller, book, group)
  const asked: Asked = { route: `PATCH ${pathOf(book, group)}`, body: { status, version } }
  const answer = await tell(teller, book, asked)
  const isOwnWork = answer.tries > 1 && answer.status === 409
  if (!isOwnWork) expected(answer, [200], `a group that is to be ${status}`)
  group.status = status
}

async function fundsGroup(teller: Teller, book: Book, { id }: Group): Promise<void> {
  const asked: Asked = {
    route: `POST /v3/profiles/${book.profileId}/batch-payments/${id}/payments`,
    body: { type: 'BALANCE' },
  }
  const answer = await tell(teller, book, asked)
  if (!isOwnPayment(answer)) expected(answer, [200], 'the funding of a group')
  expected(await tell(teller, book, asked), [409], 'the repeated funding of a group')
}

async function paysGroupByBank(teller: Teller, book: Book, group: Group): Promise<void> {
  const { payInDetails } = await looksAt(teller, book, group)
  const { amount, currency, reference } = payInDetails[0]
  const asked: Asked = {
    route: `POST /v1/simulation/profiles/${book.profileId}/batch-groups/${group.id}/pay-in`,
    key: teller.random.uuid(),
    body: { amount, currency, reference },
  }
  expected(await tell(teller, book, asked), [200], 'the pay-in of a group')
  await repeat(teller, book, asked, (again) => again.alreadyPaid === true)
}

function notesGroupPaid(
  book: Book,
  group: Group,
  members: readonly Member[],
  by: 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT',
): void {
  group.paid = true
  for (const { sent, quote } of members)
    notePaid(book, sent, { by, minor: minorOf(optionOf(quote, by).sourceAmount) })
}

async function cancelsGroup(teller: Teller, book: Book): Promise<void> {
  const { group } = await fillsGroup(teller, book, 'GBP', sizeOf(teller))
  await cancelsAll(teller, book, group)
}

/** Fills a group that is cancelled in more steps than one. */
export async function fillsLargeGroup(teller: Teller, book: Book): Promise<Group> {
  return (await fillsGroup(teller, book, 'GBP', LARGE)).group
}

/** Cancels a group; ends when all its members are cancelled. */
export async function cancelsAll(teller: Teller, book: Book, group: Group): Promise<void> {
  if (teller.random.chance(CLOSED_FIRST)) await endsGroup(teller, book, group, 'COMPLETED')
  await endsGroup(teller, book, group, 'CANCELLED')
  const until = performance.now() + CANCELLED_WITHIN_MS
  while ((await looksAt(teller, book, group)).status !== 'CANCELLED') {
    if (performance.now() > until) throw new Error(`group ${group.id} is not cancelled in time`)
    await sleep(POLL_MS)
  }
  for (const { statuses } of group.members) statuses.push('cancelled')
}

/** A direct debit, which fails, or comes and may be taken back; what is owed then is settled. */
async function debits(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const accountId = await accountOf(teller, book)
  const { group, members } = await fillsGroup(teller, book, 'CAD', sizeOf(teller))
  await endsGroup(teller, book, group, 'COMPLETED')
  const debit = await initiates(teller, book, group, accountId)
  await answers(teller, book, debit, 'PROCESSING')
  if (random.chance(DEBIT_FAILS)) return answers(teller, book, debit, 'FAILED')
  await answers(teller, book, debit, 'COMPLETED')
  notesGroupPaid(book, group, members, 'DIRECT_DEBIT')
  for (const { sent } of members) await movesOn(teller, book, sent)
  if (!random.chance(CHARGED_BACK)) return
  await answers(teller, book, debit, 'CHARGED_BACK')
  for (const { sent } of members) noteTakenBack(book, sent)
  await settlesDebt(teller, book, members)
}

async function accountOf(teller: Teller, book: Book): Promise<number> {
  const { random } = teller
  const [first, ...others] = book.linked
  if (first !== undefined && !random.chance(ANOTHER_ACCOUNT)) return random.pick([first, ...others])
  const asked: Asked = {
    route: `POST /v1/profiles/${book.profileId}/direct-debit-accounts`,
    key: random.uuid(),
    body: {
      type: 'EFT',
      currency: 'CAD',
      details: { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' },
    },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a linked account')
  book.linked.add(body.id)
  await repeat(teller, book, asked, (again) => again.id === body.id)
  return body.id
}

async function initiates(
  teller: Teller,
  book: Book,
  { id }: Group,
  accountId: number,
): Promise<Debit> {
  const asked: Asked = {
    route: `POST /v1/profiles/${book.profileId}/batch-groups/${id}/payment-initiations`,
    key: teller.random.uuid(),
    body: { type: 'DIRECT_DEBIT', accountId },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a direct debit')
  const debit: Debit = { id: body.id, statuses: [] }
  book.debits.set(debit.id, debit)
  await repeat(teller, book, asked, (again) => again.id === body.id)
  return debit
}

/** The bank answers. It says so again when nobody heard it, which changes nothing. */
async function answers(teller: Teller, book: Book, debit: Debit, status: string): Promise<void> {
  const route = `POST /v1/simulation/payment-initiations/${debit.id}/${status}`
  expected(await tell(teller, book, { route }), [200], `a direct debit that is ${status}`)
  debit.statuses.push(status)
}

/** What has not left is stopped; the rest is owed (D29). */
function noteTakenBack(book: Book, { statuses, paid }: Sent): void {
  const status = statuses.at(-1)
  if (status === 'processing' || status === 'funds_converted') statuses.push('cancelled')
  else book.owedMinor += paid?.minor ?? 0
}

/** By what comes back of what left, and by a top-up. */
async function settlesDebt(teller: Teller, book: Book, members: readonly Member[]): Promise<void> {
  const { random } = teller
  for (const { sent } of members) {
    if (sent.statuses.at(-1) !== 'outgoing_payment_sent') continue
    if (!random.chance(SETTLED_BY_BOUNCE)) continue
    await moves(teller, book, sent, 'bounced_back')
  }
  for (const { sent } of members) {
    if (sent.statuses.at(-1) !== 'bounced_back') continue
    await moves(teller, book, sent, 'funds_refunded')
    takesDollars(book, sent.paid?.minor ?? 0)
  }
  if (book.owedMinor === 0) return
  await topsUp(
    teller,
    book,
    'dollars',
    book.owedMinor + random.whole(2) * random.between(1, 100_00),
  )
}

/** Money for somebody who is known by e-mail only, and says on a page where it is to go. */
async function invites(teller: Teller, book: Book): Promise<void> {
  const email = `nora-${teller.random.uuid()}@example.com`
  const recipient = await knowsByEmail(teller, book, email)
  const quote = await quotes(teller, book, { targetAccount: recipient })
  const sent = await makes(teller, book, 'POST /v1/transfers', { quote, recipient })
  const claim = { email, answered: false }
  sent.claim = claim
  await pays(teller, book, sent, { quote, by: 'BALANCE' })
  await moves(teller, book, sent, 'funds_converted')
  const until = performance.now() + MAIL_WITHIN_MS
  while (!(await answersClaim(teller, book, sent)) && performance.now() < until)
    await sleep(POLL_MS)
}

async function knowsByEmail(teller: Teller, book: Book, email: string): Promise<number> {
  const asked: Asked = {
    route: 'POST /v1/accounts',
    body: {
      profile: book.profileId,
      currency: 'EUR',
      type: 'email',
      accountHolderName: 'Nora Sample',
      details: { email },
    },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a recipient by e-mail')
  await repeat(teller, book, asked, (again) => again.id === body.id)
  return body.id
}

/** The recipient opens the latest link and answers it; false when no mail has come. */
export async function answersClaim(teller: Teller, book: Book, sent: Sent): Promise<boolean> {
  const { claim } = sent
  if (claim === undefined) return false
  const { ask } = teller
  const mails = await tell(teller, book, { route: `GET /sandbox/outbox?to=${claim.email}` })
  const texts = expected(mails, [200], 'the outbox').body as { text: string }[]
  const link = /\/claims\/\S+/.exec(texts.at(-1)?.text ?? '')?.[0]
  if (link === undefined) return false
  // Nobody is logged in, and a link is a key by itself: it works once.
  const answer = await ask({
    route: `POST ${link}`,
    body: {
      type: 'iban',
      action: 'send',
      accountHolderName: 'Nora Sample',
      legalType: 'PRIVATE',
      IBAN: 'DE89370400440532013000',
    },
  })
  const isOwnWork = answer.tries > 1 && answer.status === 410
  if (!isOwnWork) expected(answer, [200], 'the answer of a recipient')
  claim.answered = true
  await moves(teller, book, sent, 'outgoing_payment_sent')
  return true
}
