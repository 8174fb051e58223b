import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readPassword } from '../operator/read-password.ts'

/** Reads a password from an input with these texts. Returns the password, and the prompts that a terminal shows. */
async function reads(texts: readonly string[], isTTY = false) {
  const input = Object.assign(new PassThrough(), { isTTY })
  let prompts = ''
  const password = readPassword({
    input,
    prompt: (text) => {
      prompts += text
    },
  })
  for (const text of texts) input.write(text)
  input.end()
  return { password: await password, prompts }
}

describe('the password of a command', () => {
  it.each([['correct horse\n'], ['correct horse\r\nanother line\n'], ['correct horse']])(
    'is the first line of %j',
    async (text) => {
      expect(await reads([text])).toEqual({ password: 'correct horse', prompts: '' })
    },
  )

  it('keeps spaces at its ends', async () => {
    expect((await reads([' correct horse \n'])).password).toBe(' correct horse ')
  })

  it.each([[[]], [['']], [['\n']]])('is required, so the input %j is refused', async (texts) => {
    await expect(reads(texts)).rejects.toThrow('as the first line of standard input')
  })

  it('is typed twice at a terminal, whose prompts do not show it', async () => {
    const { password, prompts } = await reads(['correct horse\r', 'correct horse\r'], true)
    expect(password).toBe('correct horse')
    expect(prompts).toBe('Password: \nThe same password again: \n')
  })

  it('is refused when the second text differs', async () => {
    await expect(reads(['correct horse\r', 'correct hoarse\r'], true)).rejects.toThrow(
      'The passwords differ. Nothing was changed.',
    )
  })
})
