// The log keeps the codes of errors without their messages. These codes are about the form of any request.

export const meanings: Readonly<Record<string, string>> = {
  NotNull: 'is required',
  Size: 'has the wrong length',
  Range: 'is out of range',
  Pattern: 'has the wrong form',
  NotAllowed: 'is not one of the allowed values',
  TypeMismatch: 'has the wrong type',
}
