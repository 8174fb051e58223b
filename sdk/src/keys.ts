// RSA keys in PEM, for webhooks and signatures of one-time tokens.

const RSA_SHA256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/** A public key (SPKI) verifies, a private key (PKCS #8) signs. */
export function importKey(pem: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = bytesOfBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  return crypto.subtle.importKey(use === 'sign' ? 'pkcs8' : 'spki', bytes, RSA_SHA256, false, [use])
}

/** Four characters stand for three bytes; `=` pads the last four. `atob` alone accepts missing padding, and throws for other faults. */
const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a Base64 text; no bytes if it is not Base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(BASE64.test(text) ? atob(text) : '', (char) => char.charCodeAt(0))
}
