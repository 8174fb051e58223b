import { Link } from '@tanstack/react-router'

const houseAccounts: Readonly<Record<string, string>> = {
  desk: 'Exchange desk',
  fees: 'Fees',
  'pay-in': 'Money from outside',
  'pay-out': 'Money to outside',
  'card-network': 'Card network',
  owed: 'Owed by the profile',
}

/** An account of the ledger in words. That of a balance or a transfer leads to it. */
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
        {kind === 'held' ? 'Held of balance ' : 'Balance '}
        <Link to={`/balances/${id}`}>{id}</Link>
      </>
    )
  if (kind === 'partner') return `Partner ${id}`
  return houseAccounts[account] ?? account
}
