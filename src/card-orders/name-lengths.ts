// The maximum lengths of the names of a card order. The console imports this file, so this file imports nothing: an import would put
// code of the service into the program for browsers.

/** The name of the card holder, in characters (D76a). */
export const HOLDER_NAME_LENGTH_MAX = 30
/** The name embossed on a physical card, in characters (D76a). */
export const EMBOSSED_NAME_LENGTH_MAX = 22
