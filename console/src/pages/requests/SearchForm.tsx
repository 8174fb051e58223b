import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import './requests.css'

/** The words of the search that are offered as buttons. */
const filters = [
  { word: 'hide:reads', title: 'Hide reads' },
  { word: 'is:error', title: 'Errors' },
  { word: 'is:replayed', title: 'Replayed replies' },
  { word: 'is:reused', title: 'Reused keys' },
]

type Props = { readonly query: string; readonly onSearch: (query: string) => unknown }

export function SearchForm({ query, onSearch }: Props) {
  const [typed, setTyped] = useState(query)
  const words = splitWords(query)
  // Words that were typed and not yet searched for are part of the search: otherwise the button would discard them.
  const toggle = (word: string) => {
    const others = splitWords(typed).filter((each) => each !== word)
    onSearch((words.includes(word) ? others : [...others, word]).join(' '))
  }
  return (
    <search className="stack requests-search">
      <form
        className="row requests-form"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <Field
          description="Words that must all match, such as status:>=400, operation:createTransfer, path:/v1/transfers, transfer:12, trace:UUID, since:2026-11-20T10:00:00Z, or any text without a colon."
          label="Search"
          onChange={setTyped}
          value={typed}
        />
        <Button type="submit">Search</Button>
      </form>
      <div className="row">
        {filters.map(({ word, title }) => (
          <ToggleButton
            className="button button-secondary requests-filter"
            isSelected={words.includes(word)}
            key={word}
            onChange={() => toggle(word)}
          >
            {title}
          </ToggleButton>
        ))}
      </div>
      <p className="muted">
        Requests with an unknown token belong to no user, so the list does not have these requests:
        the reason is in the reply, which has the status 401.
      </p>
    </search>
  )
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
