/** Without this header the service leaves out fields that all types of recipients share, such as `legalType`. */
export const formHeaders = { 'Accept-Minor-Version': '1' }
