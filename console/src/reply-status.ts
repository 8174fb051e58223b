// The HTTP status of a reply.

export const isSuccess = (status: number) => status < 300
export const isError = (status: number) => status >= 400
