// The pages of single resources that the search of pages finds, such as `transfer 6`.

import { sentenceCase } from '../words.ts'

type Target = { readonly title: string; readonly path: string }

/** Paths of pages that show one resource, by the word that a person enters for its kind. */
const paths: Readonly<Record<string, string>> = {
  transfer: '/transfers',
  recipient: '/recipients',
  request: '/requests',
  balance: '/balances',
  profile: '/profiles',
  batch: '/batches',
  card: '/cards',
  'card order': '/cards/orders',
  dispute: '/disputes',
  webhook: '/webhooks',
}

const KIND_AND_ID = /^([a-z][a-z ]*?)[\s:#]+([\w-]*\d[\w-]*)$/

/** The regular plurals of a word, such as `transfers` and `batches`. */
const pluralsOf = (word: string) => [`${word}s`, `${word}es`]

/** The resources with the entered id whose kind begins with the entered word, which may be a plural. */
export function findResources(text: string): readonly Target[] {
  const [, word = '', id = ''] = KIND_AND_ID.exec(text.trim().toLowerCase()) ?? []
  if (word === '') return []
  return Object.entries(paths)
    .filter(([kind]) => kind.startsWith(word) || pluralsOf(kind).includes(word))
    .map(([kind, path]) => ({
      title: `${sentenceCase(kind)} ${id}`,
      path: `${path}/${id}`,
    }))
}
