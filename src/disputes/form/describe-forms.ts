// Describes the forms of all reasons as a list, for the OpenAPI document.

import { reasons } from '../reasons.ts'
import { type Field, forms, TEXT_LENGTH_MAX } from './forms.ts'

const kinds: Readonly<Record<Field['kind'], string>> = {
  text: `text of 1 to ${TEXT_LENGTH_MAX} characters`,
  'long-text': `text of 1 to ${TEXT_LENGTH_MAX} characters, with line breaks`,
  'yes-no': 'boolean',
  day: 'day, `YYYY-MM-DD`',
  amount: 'amount, `{value, currency}`',
  choice: 'one of',
  group: 'object',
}

/** One list item for each reason, with its fields and files. */
export function describeForms(): string {
  return Object.entries(forms)
    .map(([code, { fields, files }]) => {
      const names = files.map(({ name }) => `\`${name}\``).join(', ')
      return `- \`${code}\` (${reasons[code as keyof typeof forms].description}): ${fields.map(describeField).join('; ')}. Files: ${names}.`
    })
    .join('\n')
}

function describeField(field: Field): string {
  const optional = field.isOptional ? ', optional' : ''
  return `\`${field.name}\` (${kinds[field.kind]}${detailOf(field)}${optional})`
}

function detailOf(field: Field): string {
  if (field.kind === 'choice') return ` ${Object.keys(field.choices).join(', ')}`
  if (field.kind === 'group') return `: ${field.fields.map(describeField).join('; ')}`
  if (field.kind === 'day') return field.allowsFuture ? '' : ', not in the future'
  if (field.kind === 'amount') return field.allowsZero ? ', zero or more' : ', above zero'
  return ''
}
