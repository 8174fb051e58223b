// The actions, lookups and lists of the page of operators are those of the service, and the fields of actions and lookups are the
// options of the service's commands.

import { expect, it } from 'vitest'
import { actionNames, commandsOf, lookupNames } from '../../src/app/http/operator/actions.ts'
import { waitingKinds } from '../../src/app/http/operator/waiting.ts'
import { actions, type Lookup, lookups } from '../src/operator/actions.ts'
import { lists } from '../src/operator/lists.ts'

it.each([
  { kind: 'actions', shown: actions, commands: commandsOf(actionNames) },
  { kind: 'lookups', shown: lookups, commands: commandsOf(lookupNames) },
])(
  'the page has all $kind of the service, with their required and optional fields',
  ({ shown, commands }) => {
    const fieldsOfPage = Object.entries<Lookup>(shown).map(([name, { fields }]) => ({
      name,
      required: fields.filter(({ isOptional }) => !isOptional).map((field) => field.name),
      optional: fields.filter(({ isOptional }) => isOptional).map((field) => field.name),
    }))
    const fieldsOfService = [...commands].map(([name, { required, optional }]) => ({
      name,
      required: [...required],
      optional: [...optional],
    }))
    expect(fieldsOfPage).toEqual(fieldsOfService)
  },
)

it('the page has all lists of pending work of the service', () => {
  expect(Object.keys(lists)).toEqual(waitingKinds)
})

it('the values that an entry of a list determines are fields of its actions and columns of the list', () => {
  const wrong = Object.entries(lists).flatMap(
    ([kind, { actions: names, fieldOfOption, columns }]) =>
      Object.entries(fieldOfOption)
        .filter(
          ([option, field]) =>
            !names.every((name) => actions[name].fields.some((each) => each.name === option)) ||
            !columns.some(([, shown]) => shown === field),
        )
        .map(([option]) => `${kind}: ${option}`),
  )
  expect(wrong).toEqual([])
})
