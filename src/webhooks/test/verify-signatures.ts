// Verifies signatures without the code of the service, with the command `openssl`.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { SentRequest, TestService } from '../../../test/support/service.ts'

const run = promisify(execFile)

/** Verifies all three signatures of a message against the keys that the service publishes. */
export async function verifySignatures(
  service: TestService,
  { body, headers }: Pick<SentRequest, 'body' | 'headers'>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'godwit-openssl-'))
  const writeInput = async (name: string, content: string | Buffer) => {
    await writeFile(join(dir, name), content)
    return join(dir, name)
  }
  const header = (name: string) => headers[name] ?? ''
  const writeSignature = (name: string, text: string) =>
    writeInput(name, Buffer.from(text, 'base64'))
  try {
    const rsa = await writeInput(
      'rsa.pem',
      (await service.call('GET /v1/webhooks/public-key')).text,
    )
    const message = await writeInput('body', body)
    const sha256 = await writeSignature('sha256', header('X-Signature-SHA256'))
    const sha1 = await writeSignature('sha1', header('X-Signature'))
    const verifyDigest = (name: string, signatureFile: string) =>
      run('openssl', ['dgst', `-${name}`, '-verify', rsa, '-signature', signatureFile, message])
    expect((await verifyDigest('sha256', sha256)).stdout).toContain('Verified OK')
    expect((await verifyDigest('sha1', sha1)).stdout).toContain('Verified OK')

    const ed25519 = (await service.call('GET /v1/webhooks/public-key?algorithm=ed25519')).text
    const [version, standard = ''] = header('webhook-signature').split(',')
    expect([version, header('webhook-id')]).toEqual(['v1a', header('X-Delivery-Id')])
    const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`
    const { stdout } = await run('openssl', [
      ...['pkeyutl', '-verify', '-pubin', '-rawin'],
      ...['-inkey', await writeInput('ed25519.pem', ed25519)],
      ...[
        '-in',
        await writeInput('signed', signed),
        '-sigfile',
        await writeSignature('standard', standard),
      ],
    ])
    expect(stdout).toContain('Verified Successfully')
  } finally {
    await rm(dir, { recursive: true })
  }
}
