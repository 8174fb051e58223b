// What every request for the forms of recipients has in common.

/** Without this header the service leaves out fields that all types of recipients share, such as `legalType`. */
export const formHeaders = { 'Accept-Minor-Version': '1' }

/** The service requires a source currency and an amount. The amount does not change the forms, and GBP adds no field. */
export const formQuery = (target: string) => ({ source: 'GBP', sourceAmount: 100, target })
