import { PageLink } from './PageLink.tsx'

/** The names of accounts that belong to neither a balance nor a transfer, by the account. */
const otherNames: Readonly<Record<string, string>> = {
  desk: 'Exchange desk',
  fees: 'Fees',
  'pay-in': 'Incoming payments',
  'pay-out': 'Outgoing payments',
  'card-network': 'Card network',
  owed: 'Owed by the profile',
}

/** The names of accounts that belong to a balance or a transfer, by the kind of the account. */
const resourceNames: Readonly<Record<string, string>> = {
  transfer: 'In transfer',
  available: 'Balance',
  held: 'Held from balance',
}

/** The name of a ledger account. The id of a balance or a transfer in the name links to the page of that object, except on that page. */
export function AccountName({ account }: { readonly account: string }) {
  const [kind = '', id = ''] = account.split(':')
  const path = pathOfAccount(account)
  if (path !== undefined)
    return (
      <>
        {resourceNames[kind]} <PageLink to={path}>{id}</PageLink>
      </>
    )
  if (kind === 'partner') return `Partner ${id}`
  return otherNames[account] ?? account
}

/** The path of the page of the balance or the transfer that an account belongs to; undefined for any other account. */
export function pathOfAccount(account: string): string | undefined {
  const [kind, id] = account.split(':')
  if (kind === 'transfer') return `/transfers/${id}`
  return kind === 'available' || kind === 'held' ? `/balances/${id}` : undefined
}
