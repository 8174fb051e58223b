// The cases of idempotency.test.ts for the writing operations of the module `officers`.

import {
  director,
  type ListName,
  opensWindow,
  owner,
  pathOf,
  sendList,
} from '../../../src/officers/test/officer-fixtures.ts'
import { ok } from '../../support/transfers.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

/** The list exists already, and the update window is open: otherwise an existing list of a verified business cannot be changed (D45). */
const officersCase = (
  method: 'POST' | 'PUT',
  list: ListName,
  body: readonly object[],
  other?: object,
): CaseSetup =>
  forUser(async (ann) => {
    await opensWindow(ann)
    await ok(sendList(`PUT ${list}`, ann, [...body]))
    return caseOf(ann, `${method} ${pathOf(list, ann.business)}`, body, other)
  })

export const officersCases: Readonly<Record<string, CaseSetup>> = {
  'officers.add-directors': officersCase(
    'POST',
    'directors',
    [director()],
    [director({ firstName: 'Bo' })],
  ),
  'officers.replace-directors': officersCase('PUT', 'directors', [director()]),
  'officers.add-owners': officersCase('POST', 'ubos', [owner()], [owner({ name: 'Bo' })]),
  'officers.replace-owners': officersCase('PUT', 'ubos', [owner()]),
}
