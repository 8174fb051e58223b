// The permissions of a card, which limit how the card may be used (D65): request and reply shapes, and the use case that changes
// permissions.

import Type, { type Static } from 'typebox'
import type { Tx } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { input, oneOf } from '../kernel/wire.ts'
import { CardUnusable, PermissionLocked } from './errors.ts'
import {
  isChangeable,
  isPermitted,
  type PermissionType,
  permissionTypes,
  statusAt,
} from './model.ts'
import { type CardRow, updateCard } from './store.ts'

const permissionType = oneOf(permissionTypes, 'Kind of use')
const isEnabled = Type.Boolean({
  description: 'Whether the card may be used in this way',
  examples: [true],
})

export const SpendingPermissions = Type.Object(
  {
    permissions: Type.Array(
      Type.Object(
        {
          type: permissionType,
          isEnabled,
          isLocked: Type.Boolean({
            description:
              'Whether the permission cannot be changed until the status of the card is set to ACTIVE',
            examples: [false],
          }),
        },
        { title: 'SpendingPermission' },
      ),
      { description: 'Every kind of use' },
    ),
  },
  { title: 'SpendingPermissions' },
)

export function showPermissions(card: CardRow): Static<typeof SpendingPermissions> {
  return {
    permissions: permissionTypes.map((type) => ({
      type,
      isEnabled: isPermitted(card, type),
      isLocked: card.lockedPermissions.includes(type),
    })),
  }
}

export const UpdateSpendingPermission = input(
  { type: permissionType, isEnabled },
  { title: 'UpdateSpendingPermissionRequest', examples: [{ type: 'ECOM', isEnabled: false }] },
)

export const UpdateSpendingPermissions = input(
  {
    permissions: Type.Array(UpdateSpendingPermission, {
      minItems: 1,
      maxItems: permissionTypes.length,
      description: 'The permissions to change; others stay as they are',
    }),
  },
  {
    title: 'UpdateSpendingPermissionsRequest',
    examples: [{ permissions: [{ type: 'ECOM', isEnabled: false }] }],
  },
)

type NewPermission = {
  readonly type: PermissionType
  readonly isEnabled: boolean
  /** The field of the request with the type, for refusals. */
  readonly path: string
}

/** The permissions of a request, with the paths of their types. */
export function newPermissionsOf({
  permissions,
}: Static<typeof UpdateSpendingPermissions>): NewPermission[] {
  return permissions.map((permission, n) => ({ ...permission, path: `permissions.${n}.type` }))
}

/**
 * Turns permissions on or off, all or none. When the request has two values for one type, the later value counts. When all
 * permissions already have these values, nothing is written. Refuses with CardUnusable or PermissionLocked.
 */
export async function changePermissions(
  tx: Tx,
  card: CardRow,
  permissions: readonly NewPermission[],
  now: Temporal.Instant,
): Promise<CardRow> {
  if (!isChangeable(card, now)) refuse(CardUnusable, { arguments: [statusAt(card, now)] })
  const locked = permissions.find(({ type }) => card.lockedPermissions.includes(type))
  if (locked !== undefined)
    refuse(PermissionLocked, { path: locked.path, arguments: [locked.type] })
  const changed = new Map(permissions.map((each) => [each.type, each.isEnabled]))
  const disabledPermissions = permissionTypes.filter(
    (type) => !(changed.get(type) ?? isPermitted(card, type)),
  )
  const difference = new Set(disabledPermissions).symmetricDifference(
    new Set(card.disabledPermissions),
  )
  if (difference.size === 0) return card
  const after = { ...card, disabledPermissions, version: card.version + 1, modifiedAt: now }
  await tx.write(updateCard(card, after))
  return after
}
