import { Link } from '@tanstack/react-router'

/** Accounts of the service, which belong to no resource. */
const systemAccounts: Readonly<Record<string, string>> = {
  desk: 'Exchange desk',
  fees: 'Fees',
  'pay-in': 'Money from outside',
  'pay-out': 'Money to outside',
  'card-network': 'Card network',
  owed: 'Owed by the profile',
}

/** The name of a ledger account. The name of a balance's or a transfer's account links to its page. */
export function AccountName({ account }: { readonly account: string }) {
  const [kind, id] = account.split(':')
  if (kind === 'transfer' && id !== undefined)
    return (
      <>
        In transfer <Link to={`/transfers/${id}`}>{id}</Link>
      </>
    )
  if ((kind === 'available' || kind === 'held') && id !== undefined)
    return (
      <>
        {kind === 'held' ? 'Held from balance ' : 'Balance '}
        <Link to={`/balances/${id}`}>{id}</Link>
      </>
    )
  if (kind === 'partner') return `Partner ${id}`
  return systemAccounts[account] ?? account
}
