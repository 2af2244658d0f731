export const nonce = crypto.randomUUID()
