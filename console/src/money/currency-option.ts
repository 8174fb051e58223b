/** A currency of the service. The name is undefined until it is loaded. */
export type NamedCurrency = { readonly currencyCode: string; readonly name: string | undefined }

/** The currency as an option of a select. The name is that of the service, because browsers have no name for GGP, IMP and JEP. */
export const currencyOption = ({ currencyCode, name }: NamedCurrency) => ({
  value: currencyCode,
  label: name === undefined ? currencyCode : `${currencyCode}, ${name}`,
})
