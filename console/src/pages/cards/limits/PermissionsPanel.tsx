import type { Card, SpendingPermission } from '@godwit/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useWorkspace } from '../../../workspace.ts'

const labels: Readonly<Record<SpendingPermission['type'], string>> = {
  ECOM: 'Online payments',
  POS_CHIP: 'Chip at a terminal',
  POS_MAGSTRIPE: 'Magnetic stripe',
  ATM_WITHDRAWAL: 'Cash machines',
  POS_CONTACTLESS: 'Contactless',
  MOBILE_WALLETS: 'Mobile wallets',
}

/** The kinds of payments that the card may make. */
export function PermissionsPanel({ card: { cardToken } }: { readonly card: Card }) {
  const { godwit, profile } = useWorkspace()
  const path = { profileId: profile.id, cardToken }
  const permissions = useQuery({
    queryKey: ['card-permissions', profile.id, cardToken],
    queryFn: () => godwit.cards.getSpendingPermissions({ path }),
  })
  const change = useMutation({
    mutationFn: (permission: Pick<SpendingPermission, 'type' | 'isEnabled'>) =>
      godwit.cards.setSpendingPermission({ path, body: permission }),
  })
  return (
    <Panel title="Permissions">
      <Loaded label="Loading permissions" query={permissions}>
        {({ permissions: list }) => (
          <div>
            {list.map(({ type, isEnabled, isLocked }) => (
              <label className="cards-permission" key={type}>
                <input
                  checked={isEnabled}
                  disabled={isLocked}
                  onChange={(event) => change.mutate({ type, isEnabled: event.target.checked })}
                  type="checkbox"
                />
                <span>
                  {labels[type]} <code className="muted">{type}</code>
                  {isLocked && <span className="muted"> locked until the card is activated</span>}
                </span>
              </label>
            ))}
          </div>
        )}
      </Loaded>
      {change.error && <ErrorNotice error={change.error} />}
    </Panel>
  )
}
