import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { hasUsableDocument } from '../../verification/index.ts'
import {
  checkEvents,
  passport,
  requiredEvidences,
  sendDocument,
} from '../../verification/test/verification-fixtures.ts'
import { commandRunner } from './operator-commands.ts'

describe('operator commands for verification', () => {
  const service = testService()
  const runLine = (line: string) => commandRunner(service)(line)
  /** The line of the first document that `document list` prints. */
  const firstDocument = async (profileId: number) =>
    (await runLine(`document list --profile ${profileId}`))[0] ?? ''

  it('D86: document list shows the fields of each document except its number, and other profiles that sent the same number', async () => {
    const [ann, bob] = [
      await service.createUser({ verified: false }),
      await service.createUser({ verified: false }),
    ]
    await ok(sendDocument(bob))
    await ok(sendDocument(ann, { ...passport, uniqueIdentifier: 'x 123-4567' }))
    await ok(sendDocument(ann, { type: 'SSN', uniqueIdentifier: '123456789' }))
    const lines = await runLine(`document list --profile ${ann.personal}`)
    expect(lines).toEqual([
      'PASSPORT  WAITING  2026-01-05T10:00:00Z',
      '  firstName: Ann',
      '  lastName: Sample',
      '  issueDate: 2024-03-01',
      '  issuerCountry: GB',
      '  expiryDate: 2034-02-28',
      `  the number was also sent by profile ${bob.personal}`,
      'SSN  WAITING  2026-01-05T10:00:00Z',
    ])
    expect(await runLine(`document list --profile ${ann.business}`)).toEqual([])
  })

  it('D44, D86: a refused document is not usable; the document that replaces it is usable, both before and after it is accepted', async () => {
    const ann = await service.createUser({ verified: false })
    const isUsable = () => hasUsableDocument(service.db.reader, ann.personal)
    expect(await isUsable()).toBe(false)
    await ok(sendDocument(ann))
    expect(await isUsable()).toBe(true)
    const target = `--profile ${ann.personal} --type PASSPORT`
    for (const _ of ['decision', 'repeat'])
      expect(await runLine(`document refuse ${target}`)).toEqual([
        `PASSPORT of profile ${ann.personal} is refused`,
      ])
    expect(await isUsable()).toBe(false)
    expect(await ok(sendDocument(ann))).toMatchObject({ success: false })
    expect(await isUsable()).toBe(false)
    await ok(sendDocument(ann, { ...passport, uniqueIdentifier: 'NEW1' }))
    expect(await isUsable()).toBe(true)
    await runLine(`document accept ${target}`)
    expect(await isUsable()).toBe(true)
    expect(await firstDocument(ann.personal)).toContain('ACCEPTED')
  })

  it('document accept and refuse with --sent-at fail with document.changed when another document has replaced the one that the operator has seen', async () => {
    const ann = await service.createUser({ verified: false })
    await ok(sendDocument(ann))
    const shown = () => firstDocument(ann.personal)
    const target = `--profile ${ann.personal} --type PASSPORT`
    const seenAt = (await shown()).split('  ')[2]
    await service.advance({ seconds: 1 })
    await ok(sendDocument(ann, { ...passport, uniqueIdentifier: 'FORGED1' }))
    for (const verb of ['accept', 'refuse'])
      await expect(runLine(`document ${verb} ${target} --sent-at ${seenAt}`)).rejects.toThrow(
        'document.changed',
      )
    expect(await shown()).toContain('WAITING')
    await expect(runLine(`document accept ${target} --sent-at now`)).rejects.toThrow(
      '--sent-at is now; it must be a time',
    )
  })

  it('D86: a repeated document accept with --sent-at succeeds, and changes nothing', async () => {
    const ann = await service.createUser({ verified: false })
    await ok(sendDocument(ann))
    const shown = () => firstDocument(ann.personal)
    const target = `--profile ${ann.personal} --type PASSPORT`
    const accept = `document accept ${target} --sent-at ${(await shown()).split('  ')[2]}`
    await service.advance({ seconds: 1 })
    await runLine(accept)
    const accepted = await shown()
    expect(accepted).toContain('ACCEPTED')
    await service.advance({ seconds: 1 })
    await runLine(accept)
    expect(await shown()).toBe(accepted)
  })

  it.each(['accept', 'refuse'])(
    'document %s fails with document.not-found for a document that does not exist, and with the possible types for an unknown type',
    async (verb) => {
      const { personal } = await service.createUser()
      const type = `document ${verb} --profile ${personal} --type`
      await expect(runLine(`${type} SSN`)).rejects.toThrow('document.not-found')
      await expect(runLine(`${type} SHOE`)).rejects.toThrow('--type is SHOE; it must be one of')
    },
  )

  it('D47a: cdd decide requests evidence with a reason, and then completes the additional verification', async () => {
    const ann = await service.createUser()
    const decide = `cdd decide --profile ${ann.personal} --state`
    const evidence = '--evidences ID_PROOF,ADDRESS_PROOF --outcome DOCUMENT_NAME_MISMATCH'
    expect(await runLine(`${decide} EVIDENCE_REQUIRED ${evidence}`)).toEqual([
      `the additional verification of profile ${ann.personal} is EVIDENCE_REQUIRED; the customer has to send ID_PROOF, ADDRESS_PROOF`,
    ])
    expect(await requiredEvidences(ann)).toEqual(['ID_PROOF', 'ADDRESS_PROOF'])
    expect(await runLine(`${decide} VERIFIED`)).toEqual([
      `the additional verification of profile ${ann.personal} is VERIFIED`,
    ])
    expect(await checkEvents(service, ann.personal)).toMatchObject([
      { current_state: 'EVIDENCE_REQUIRED', review_outcome: 'DOCUMENT_NAME_MISMATCH' },
      { current_state: 'VERIFIED' },
    ])
  })

  it.each([
    ['--state NONE', '--state is NONE; it must be one of VERIFIED, EVIDENCE_REQUIRED.'],
    ['--state EVIDENCE_REQUIRED --evidences SHOE', '--evidences is SHOE'],
    ['--state EVIDENCE_REQUIRED --outcome UGLY', '--outcome is UGLY'],
  ])('cdd decide %s fails with %s', async (options, message) => {
    const { personal } = await service.createUser()
    const line = `cdd decide --profile ${personal} ${options}`
    await expect(runLine(line)).rejects.toThrow(message)
  })
})
