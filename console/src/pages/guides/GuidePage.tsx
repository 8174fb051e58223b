import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { GuideContent } from './GuideContent.tsx'
import { guideLoader } from './guide.ts'

/** The guide that lists all other guides. */
const INDEX = 'README'

export function GuidePage() {
  const { name = INDEX } = useParams({ strict: false }) as { name?: string }
  const load = guideLoader(name)
  const guide = useQuery({
    queryKey: ['guide', name],
    queryFn: () => load?.(),
    enabled: load !== undefined,
    staleTime: 'static',
  })
  if (load === undefined)
    return (
      <div className="stack">
        <PageHeader title="No such guide" />
        <EmptyState title={`There is no guide with the name ${name}`}>
          <Link to="/guides">Show all guides</Link>
        </EmptyState>
      </div>
    )
  return (
    <article className="stack">
      {name !== INDEX && <Link to="/guides">All guides</Link>}
      <Loaded label="Loading the guide" query={guide}>
        {(content) =>
          content && (
            <>
              <PageHeader title={content.title} />
              <GuideContent blocks={content.blocks} />
            </>
          )
        }
      </Loaded>
    </article>
  )
}
