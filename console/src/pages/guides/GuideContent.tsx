import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { CodeSample } from '../../components/CodeSample.tsx'
import { serviceUrl } from '../../samples.ts'
import type { GuideBlock } from './guide.ts'
import './guides.css'

/** The URL of the service in the guides, which the page replaces by the URL of this service. */
const URL_IN_GUIDES = 'http://127.0.0.1:8080'

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  yaml: 'YAML',
  json: 'JSON',
  text: 'Output',
}

export function GuideContent({ blocks }: { readonly blocks: readonly GuideBlock[] }) {
  const { history } = useRouter()
  /**
   * Opens a link to another guide without loading the console again. The browser follows a link with a hash, because it scrolls to
   * the heading.
   */
  const followLink = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isForNewWindow = event.ctrlKey || event.metaKey || event.shiftKey
    if (!link?.pathname.startsWith('/console/') || link.hash || isForNewWindow) return
    event.preventDefault()
    history.push(link.pathname)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well.
    <div className="guide" onClick={followLink}>
      {blocks.map((block, index) => (
        <Block block={block} key={keyOf(block, index)} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: GuideBlock }) {
  if (block.kind === 'html')
    // Safe: the build has rendered this HTML from files of the repository.
    return <div className="guide-text" dangerouslySetInnerHTML={{ __html: block.html }} />
  const name = languageNames[block.language] ?? 'Code'
  const code = block.code.replaceAll(URL_IN_GUIDES, serviceUrl)
  return <CodeSample label={name} samples={[{ name, code }]} />
}

/** The order of the blocks never changes, so the index identifies a block. */
function keyOf(block: GuideBlock, index: number): string {
  return `${block.kind}-${index}`
}
