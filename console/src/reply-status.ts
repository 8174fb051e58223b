// Classes of HTTP statuses. A redirect (3xx) is neither a success nor an error.

export const isSuccess = (status: number) => status < 300
export const isError = (status: number) => status >= 400
