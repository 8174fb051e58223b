// What every request for the forms of recipients has in common.

/** Without this header the service leaves out the name and the legal type of the recipient, and an optional e-mail address. */
export const formHeaders = { 'Accept-Minor-Version': '1' }

/** The service requires a source currency and an amount. The amount does not change the forms, and GBP adds no field. */
export const formQuery = (target: string) => ({ source: 'GBP', sourceAmount: 100, target })
