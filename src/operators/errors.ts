// The refusals that this module declares. The commands about operators show them. A failed log-in is refused by the HTTP
// layer, with one reply for every cause; a reused idempotency key is refused with `KeyReused` of the kernel.

import type { ErrorKind } from '../kernel/refusal.ts'
import {
  DIFFERENT_CHARACTERS_MIN,
  NAME_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MIN,
} from './model.ts'

export const OperatorNotFound: ErrorKind = {
  code: 'operator.not-found',
  status: 404,
  message:
    'There is no operator with this e-mail address. The command `operator list` shows all operators.',
  path: 'email',
}

export const OperatorExists: ErrorKind = {
  code: 'operator.exists',
  status: 409,
  message:
    'An operator has this e-mail address. Use `operator password` and `operator second-factor` to replace the secrets.',
  path: 'email',
}

export const OperatorEmailInvalid: ErrorKind = {
  code: 'operator.email.invalid',
  status: 422,
  message: 'Send an e-mail address.',
  path: 'email',
}

export const OperatorNameInvalid: ErrorKind = {
  code: 'operator.name.invalid',
  status: 422,
  message: `Send a name of one line, with 1 to ${NAME_CHARACTERS_MAX} characters.`,
  path: 'name',
}

export const PasswordInvalid: ErrorKind = {
  code: 'operator.password.invalid',
  status: 422,
  message: `Choose a password of ${PASSWORD_CHARACTERS_MIN} to ${PASSWORD_CHARACTERS_MAX} characters, at least ${DIFFERENT_CHARACTERS_MIN} of them different, that is not the e-mail address.`,
  path: 'password',
}
