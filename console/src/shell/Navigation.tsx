import { Link } from '@tanstack/react-router'
import { groups } from '../pages.ts'

type Props = {
  /** Called when the user chooses a page, even the current page. */
  readonly onChoose: () => void
}

/** The links to all pages, in groups. */
export function Navigation({ onChoose }: Props) {
  return (
    <nav aria-label="Pages" className="navigation">
      {groups.map(({ title, pages }) => (
        <div key={title}>
          <h2 className="navigation-title" id={`navigation-${title}`}>
            {title}
          </h2>
          <ul aria-labelledby={`navigation-${title}`}>
            {pages.map((page) => (
              <li key={page.path}>
                <Link
                  activeOptions={{ exact: page.path === '/' }}
                  onClick={onChoose}
                  to={page.path}
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
