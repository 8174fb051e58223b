import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { CopyButton } from './CopyButton.tsx'
import './code-sample.css'

export type Sample = { readonly name: string; readonly code: string }
type Props = {
  /** The action that the samples show. */
  readonly label: string
  /** The same action in several ways, such as curl, SDK and CLI. */
  readonly samples: readonly Sample[]
}

/** How to run a sample, by its name. */
const runNotes: Readonly<Record<string, string>> = {
  SDK: 'In a clone of Godwit, run it with: node --conditions=godwit-source <file>.mjs',
  CLI: 'In a clone of Godwit, npx finds the command.',
}

/** Code to copy. */
export function CodeSample({ label, samples }: Props) {
  const [first] = samples
  const [name, setName] = useState(first?.name ?? '')
  const current = samples.find((sample) => sample.name === name) ?? first
  if (current === undefined) return null
  return (
    <Tabs
      className="code-sample"
      onSelectionChange={(key) => setName(String(key))}
      selectedKey={current.name}
    >
      <div className="code-sample-top">
        <TabList aria-label={label} className="code-sample-tabs">
          {samples.map((sample) => (
            <Tab className="code-sample-tab" id={sample.name} key={sample.name}>
              {sample.name}
            </Tab>
          ))}
        </TabList>
        <CopyButton key={current.code} text={current.code} />
      </div>
      <TabPanel className="code-sample-panel" id={current.name}>
        {current.name in runNotes && (
          <p className="code-sample-note muted">{runNotes[current.name]}</p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also with the keyboard. */}
        <pre tabIndex={0}>
          <code>{current.code}</code>
        </pre>
      </TabPanel>
    </Tabs>
  )
}
