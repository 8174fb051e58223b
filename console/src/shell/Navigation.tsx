import { Link } from '@tanstack/react-router'
import { groups } from '../pages.ts'

/** The links to all pages, in groups. */
export function Navigation() {
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
                <Link activeOptions={{ exact: page.path === '/' }} to={page.path}>
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
