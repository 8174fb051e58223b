import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { useWorkspace } from '../workspace.ts'
import { ClockNow } from './ClockNow.tsx'
import logo from './godwit.svg'
import { Navigation } from './Navigation.tsx'
import { PageSearch } from './PageSearch.tsx'
import { ProfileSelect } from './ProfileSelect.tsx'
import { UserSelect } from './UserSelect.tsx'

/** The name, the profile and the navigation: at the left of the page, or on narrow windows above it and hidden until the button Menu is pressed. */
export function Sidebar() {
  const { pathname } = useLocation()
  // The menu is open on one page, so it closes when another is opened.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  return (
    <header className="sidebar" data-open={isOpen || undefined}>
      <div className="sidebar-top">
        <img alt="" height="24" src={logo} width="24" />
        <strong>Godwit</strong>
        <span className="sidebar-mode">Sandbox</span>
        <Button
          aria-expanded={isOpen}
          className="sidebar-menu"
          kind="plain"
          onPress={() => setOpenAt(isOpen ? undefined : pathname)}
        >
          {isOpen ? 'Close' : 'Menu'}
        </Button>
      </div>
      <div className="sidebar-body">
        <UserSelect {...useWorkspace()} />
        <ProfileSelect />
        <PageSearch />
        <Navigation onChoose={() => setOpenAt(undefined)} />
      </div>
      <ClockNow />
    </header>
  )
}
