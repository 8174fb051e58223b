// The lengths of the names on a card. The console imports this file, so this file must not import code of the service.

/** In characters (D76a), as is `EMBOSSED_NAME_LENGTH_MAX`. */
export const HOLDER_NAME_LENGTH_MAX = 30
export const EMBOSSED_NAME_LENGTH_MAX = 22
