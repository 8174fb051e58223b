// The log keeps the codes of errors without their messages. Malformed requests of any operation have these codes.

export const meanings: Readonly<Record<string, string>> = {
  NotNull: 'is required',
  Size: 'has the wrong length',
  Range: 'is out of range',
  Pattern: 'has the wrong form',
  NotAllowed: 'is not one of the allowed values',
  TypeMismatch: 'has the wrong type',
}
